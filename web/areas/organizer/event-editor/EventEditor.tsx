import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ManagedEvent } from '#contract/events.ts'
import { paths } from '#contract/paths.ts'
import { useSchemaForm } from '#web/api/form.ts'
import { useObjectUrl } from '#web/lib/object-url.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { actedFromEditor } from '../event-acts.ts'
import { BasicsSection } from './BasicsSection.tsx'
import { ConditionsSection } from './ConditionsSection.tsx'
import { EditorActions } from './EditorActions.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { EditorNote } from './EditorNote.tsx'
import { changedParts, isSame, movesHolders } from './event-changes.ts'
import { clearDraft, draftKey, keepDraft, readDraft } from './event-draft.ts'
import { carriedFailure, failureFromState, showEventFailure } from './event-failure.ts'
import { eventForm, type EventBody } from './event-form.ts'
import { newEvent, valuesOf } from './event-values.ts'
import { EventPreview } from './EventPreview.tsx'
import { FlyerSection } from './FlyerSection.tsx'
import { countProblems, focusFirstProblem } from './focus-problem.ts'
import { SalesSection } from './SalesSection.tsx'
import { ScheduleSection } from './ScheduleSection.tsx'
import { TicketTypesSection } from './TicketTypesSection.tsx'
import { keepManagedEvent, useEventSave, type SaveOutcome } from './use-event-save.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { VenueSection } from './VenueSection.tsx'

interface EventEditorProps {
  /** Null for one that does not exist yet. */
  event: ManagedEvent | null
  userId: string
  /** False shows everything and lets nothing be changed. */
  canEdit: boolean
}

/** Everything about one event, in one form. */
export function EventEditor({ event, userId, canEdit }: EventEditorProps) {
  usePageTitle(event ? `Editar ${event.name}` : 'Nuevo evento')
  const navigate = useNavigate()
  const location = useLocation()
  const key = draftKey(userId, event?.id ?? null)
  const kept = useMemo(() => (event ? valuesOf(event) : newEvent), [event])
  const [draft, setDraft] = useState(() => (canEdit ? readDraft(sessionStorage, key) : null))
  const schema = useMemo(() => eventForm(event), [event])
  const form = useSchemaForm(schema, { defaultValues: draft?.values ?? kept })
  const values = form.watch()
  const [flyer, setFlyer] = useState<File | null>(null)
  const [flyerError, setFlyerError] = useState<string | undefined>()
  const [moving, setMoving] = useState<EventBody | null>(null)
  const flyerUrl = useObjectUrl(flyer)
  const element = useRef<HTMLFormElement>(null)
  const intent = useRef<'save' | 'publish'>('save')
  const { save, sentShare, isUploading } = useEventSave(event)
  const isUnsaved = canEdit && (flyer !== null || !isSame(values, kept))
  const guard = useLeaveGuard(isUnsaved)
  const [isSaving, setIsSaving] = useState(false)
  const { errors, submitCount } = form.formState
  const isMoving = movesHolders(values, event)
  const sold = event ? actedFromEditor(event).sold : 0

  useEffect(() => {
    if (!canEdit) return
    if (isUnsaved) keepDraft(sessionStorage, key, { values, hadFlyer: flyer !== null })
    else clearDraft(sessionStorage, key)
  }, [canEdit, isUnsaved, key, values, flyer])

  // Somebody else's change arrives while nothing is being typed here: the form follows it.
  const shown = useRef(kept)
  useEffect(() => {
    if (shown.current !== kept && flyer === null && isSame(form.getValues(), shown.current)) form.reset(kept)
    shown.current = kept
  }, [kept, flyer, form])

  const problems = countProblems({ ...errors, root: undefined }) + (flyerError ? 1 : 0)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (element.current && submitCount + refusals > 0) focusFirstProblem(element.current)
  }, [submitCount, refusals])

  useEffect(() => {
    const failure = failureFromState(location.state)
    if (!failure) return
    setFlyerError(showEventFailure(form, failure, { event, isUnpublished: true }))
    setRefusals((count) => count + 1)
    // Said once: a reload begins clean.
    void navigate(location.pathname, { replace: true, state: null, preventScrollReset: true })
  }, [form, event, location, navigate])

  async function send(body: EventBody) {
    setMoving(null)
    setFlyerError(undefined)
    setIsSaving(true)
    const outcome = await save({ body, flyer, parts: changedParts(values, kept), publish: intent.current === 'publish' })
    setIsSaving(false)
    settle(outcome)
  }

  function settle({ saved, error, isUnpublished = false }: SaveOutcome) {
    if (saved) keepManagedEvent(saved)
    if (saved && (error === undefined || isUnpublished)) {
      form.reset(valuesOf(saved))
      setFlyer(null)
      setDraft(null)
      clearDraft(sessionStorage, key)
    }
    if (saved && !event) {
      guard.letGo()
      void navigate(paths.editEvent(saved.id), { replace: true, state: { failure: carriedFailure(error) } })
    } else if (error !== undefined) {
      setFlyerError(showEventFailure(form, error, { event: saved ?? event, isUnpublished }))
      setRefusals((count) => count + 1)
    }
    if (error === undefined && saved) showToast(intent.current === 'publish' ? 'Publicado: ya está a la venta' : savedWords(saved), 'success')
  }

  function submit(chosen: 'save' | 'publish') {
    intent.current = chosen
    void form.handleSubmit(async (body) => {
      if (isMoving) setMoving(body)
      else await send(body)
    })()
  }

  function discard() {
    form.reset(kept)
    setFlyer(null)
    setDraft(null)
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={(submission) => {
        submission.preventDefault()
        submit('save')
      }}
    >
      <EditorHeader event={event} isUnsaved={isUnsaved} />
      {draft && isUnsaved && (
        <div className="mb-6">
          <EditorNote
            action={
              <Button tone="secondary" size="s" onClick={discard}>
                Descartar
              </Button>
            }
          >
            Recuperamos lo que estabas escribiendo.
            {draft.hadFlyer && flyer === null && ' La imagen del flyer hay que volver a elegirla.'}
          </EditorNote>
        </div>
      )}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-8">
        <fieldset disabled={!canEdit} className="flex min-w-0 flex-col gap-6">
          <legend className="sr-only">Datos del evento</legend>
          <BasicsSection form={form} event={event} />
          <VenueSection form={form} values={values} />
          <ScheduleSection form={form} values={values} isMoving={isMoving} sold={sold} />
          <FlyerSection
            event={event}
            value={flyer}
            error={flyerError}
            onChange={(file) => {
              setFlyerError(undefined)
              setFlyer(file)
            }}
          />
          <TicketTypesSection form={form} values={values} event={event} />
          <ConditionsSection form={form} />
          <SalesSection form={form} values={values} />
        </fieldset>
        <div>
          <div className="flex flex-col gap-6 lg:sticky lg:top-9">
            <EventPreview values={values} event={event} flyerUrl={flyerUrl} />
            {canEdit && (
              <EditorActions
                event={event}
                isUnsaved={isUnsaved}
                isSaving={isSaving}
                uploaded={isUploading && flyer ? sentShare : null}
                problem={errors.root?.message ?? (problems > 0 && submitCount + refusals > 0 ? problemWords(problems) : undefined)}
                onSave={submit}
              />
            )}
          </div>
        </div>
      </div>
      <ConfirmDialog
        open={guard.isAsking}
        title="Tenés cambios sin guardar"
        confirmLabel="Salir sin guardar"
        onConfirm={guard.leave}
        onClose={guard.stay}
      >
        <p className="text-humo">
          El evento queda como estaba. Lo que escribiste se conserva en esta pestaña: si volvés, lo vas a encontrar.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={moving !== null}
        title="Vas a cambiar la fecha o el lugar"
        confirmLabel="Guardar y avisar"
        onConfirm={() => moving && void send(moving)}
        onClose={() => setMoving(null)}
      >
        <p className="text-humo">
          {sold === 1 ? 'Le avisamos a quien tiene la entrada vendida' : `Les avisamos a quienes tienen las ${sold} entradas vendidas`}, y
          quienes las pagaron van a tener 10 días para pedir la devolución total, con el costo de servicio.
        </p>
      </ConfirmDialog>
    </form>
  )
}

function problemWords(problems: number): string {
  return problems === 1 ? 'Hay un campo para revisar.' : `Hay ${problems} campos para revisar.`
}

function savedWords({ state }: ManagedEvent): string {
  return state === 'pending' ? 'Borrador guardado' : 'Cambios guardados'
}
