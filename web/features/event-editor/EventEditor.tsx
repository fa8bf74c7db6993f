import { useEffect, useRef, type ReactNode } from 'react'
import type { FeeTerms } from '#contract/values/prices.ts'
import type { ImageFieldProps } from '#web/features/files/ImageField.tsx'
import { Form } from '#web/features/forms/Form.tsx'
import { useObjectUrl } from '#web/lib/object-url.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { BasicsSection } from './BasicsSection.tsx'
import { ConditionsSection } from './ConditionsSection.tsx'
import { EditorActions } from './EditorActions.tsx'
import { issuedTickets, issuedWords } from './event-changes.ts'
import { EventPreview } from './EventPreview.tsx'
import { focusField, focusFirstProblem } from './focus-problem.ts'
import type { EditedBy } from './save-request.ts'
import { SalesSection } from './SalesSection.tsx'
import { ScheduleSection } from './ScheduleSection.tsx'
import { TicketTypesSection } from './TicketTypesSection.tsx'
import { useEventEditor, type EventEditing } from './use-event-editor.ts'
import { useMovedEnds } from './use-moved-ends.ts'
import { VenueSection } from './VenueSection.tsx'

export type FlyerField = Pick<ImageFieldProps, 'name' | 'value' | 'error' | 'onChange' | 'onBlur' | 'ref'>

interface EventEditorProps extends Omit<EventEditing, 'canEdit'> {
  /** Why nothing can be changed; everything is shown all the same. */
  readOnly?: string | undefined
  /** What the platform charges; null until it is known. */
  feeTerms: FeeTerms | null
  by: EditedBy
  /** Above the form. */
  head?: ReactNode
  /** The field of the flyer, of those who may change it. */
  flyer?: (field: FlyerField) => ReactNode
}

/** Everything about one event, in one form. */
export function EventEditor({ readOnly, feeTerms, by, head, flyer, ...editing }: EventEditorProps) {
  const { event } = editing
  usePageTitle(event ? `Editar ${event.name}` : 'Nuevo evento')
  const canEdit = readOnly === undefined
  const editor = useEventEditor({ ...editing, canEdit })
  const { values, tries, isOutdated } = editor
  const { fields, value, discard } = editor.form
  const flyerUrl = useObjectUrl(values.flyer)
  const element = useRef<HTMLDivElement>(null)
  const notes = useRef<HTMLDivElement>(null)
  const issued = issuedTickets(event)
  const moved = useMovedEnds(values, event)

  useEffect(() => {
    if (element.current && tries > 0) focusFirstProblem(element.current)
  }, [tries])

  useEffect(() => {
    // The way out is at the top, far from the button that was just refused.
    if (isOutdated && tries > 0) notes.current?.focus()
  }, [isOutdated, tries])

  return (
    <Form form={editor.form} quiet={isOutdated || !editor.isUnsaved} isProblemElsewhere className="gap-6">
      {head}
      <div ref={notes} tabIndex={-1} className="flex scroll-mt-28 flex-col gap-3 outline-none empty:hidden">
        {readOnly && <Notice>{readOnly}</Notice>}
        {isOutdated && (
          <Notice
            tone="warning"
            action={
              <Button tone="secondary" size="s" onClick={discard}>
                Cargar la versión nueva
              </Button>
            }
          >
            Otra persona guardó cambios en este evento mientras lo editabas. Lo que escribiste sigue acá, sin guardar:
            para guardar, cargá la versión nueva y volvé a hacer tus cambios.
          </Notice>
        )}
      </div>
      <div ref={element} className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-8">
        <fieldset disabled={!canEdit} className="flex min-w-0 flex-col gap-6">
          <legend className="sr-only">Datos del evento</legend>
          <BasicsSection form={fields} values={values} event={event} />
          <VenueSection form={fields} values={values} />
          <ScheduleSection form={fields} values={values} isMoving={editor.isMoving} issued={issued} movedEnds={moved} />
          {flyer?.(value('flyer'))}
          <TicketTypesSection form={fields} values={values} event={event} feeTerms={feeTerms} by={by} />
          <ConditionsSection form={fields} />
          <SalesSection form={fields} values={values} feeTerms={feeTerms} by={by} />
        </fieldset>
        <div>
          <div className="flex flex-col gap-6 lg:sticky lg:top-9">
            <EventPreview values={values} event={event} feeTerms={feeTerms} flyerUrl={flyerUrl} />
            {canEdit && (
              <EditorActions
                event={event}
                isUnsaved={editor.isUnsaved}
                saving={editor.saving}
                uploaded={editor.form.sentShare}
                problem={editor.problem}
                problems={editor.problems}
                onProblem={(name) => element.current && focusField(element.current, name)}
                onSave={editor.submit}
              />
            )}
          </div>
        </div>
      </div>
      <ConfirmDialog
        open={editor.moving !== null}
        title="Vas a cambiar la fecha o el lugar"
        confirmLabel="Guardar y avisar"
        onConfirm={editor.agreeToMove}
        onClose={editor.keepInPlace}
      >
        <p className="text-humo">
          A los cinco minutos les avisamos a quienes tienen {issuedWords(issued)}: si en ese rato volvés a corregirlo,
          sale un solo aviso con lo último. Quienes las pagaron tienen 10 días para recuperar toda su plata, con el
          cargo por servicio, con un toque y sin que tengas que aprobarlo.
        </p>
      </ConfirmDialog>
    </Form>
  )
}
