import { useEffect, useMemo, useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { useDraftForm } from '#web/features/forms/use-draft-form.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { changedParts, movesHolders } from './event-changes.ts'
import { failureFromState, type FailedStage } from './carried-failure.ts'
import { showEventFailure } from './event-failure.ts'
import { eventForm, type EventBody } from './event-form.ts'
import { newEvent, valuesOf } from './event-values.ts'
import { fieldProblems, type FieldProblem } from './focus-problem.ts'
import { cacheManagedEvent } from '#web/features/events/managed-event.ts'
import type { EventSave, SaveOutcome } from './save-request.ts'

export type SaveIntent = 'save' | 'publish'

/** What was pressed, for the schema, which runs between the press and the save. */
function newIntent() {
  let value: SaveIntent = 'save'
  return {
    get: () => value,
    set: (next: SaveIntent) => {
      value = next
    },
  }
}

interface Opened {
  readonly isPublished: boolean
  readonly failure: SaveOutcome['failure'] | undefined
}

export interface EventEditing {
  /** Null for one that does not exist yet. */
  readonly event: ManagedEvent | null
  readonly canEdit: boolean
  readonly saving: EventSave
  /** Leaves for another screen once the event was made or published; the failure of the rest goes along. */
  readonly onOpened?: ((saved: ManagedEvent, rest: Opened) => void) | undefined
}

/** The form of one event and saving it. Draws nothing. */
export function useEventEditor({ event, canEdit, saving: { save, sentShare, isUploading }, onOpened }: EventEditing) {
  const navigate = useNavigate()
  const location = useLocation()
  const kept = useMemo(() => (event ? valuesOf(event) : newEvent), [event])
  const [intent] = useState(newIntent)
  // What is or will be on sale must be complete, from the press of its button on.
  const schema = useMemo(
    () => eventForm(event, () => intent.get() === 'publish' || event?.state === 'active'),
    [event, intent],
  )
  const form = useDraftForm({
    schema,
    defaults: kept,
    draft: canEdit ? { name: `evento:${event?.id ?? 'nuevo'}`, onDevice: ['flyer'], along: ['version'] } : undefined,
    leaveGuard: canEdit,
    followsDefaults: true,
  })
  const { fields } = form
  const values = fields.watch()
  const [saving, setSaving] = useState<SaveIntent | null>(null)
  /** Waits for the person to agree that holders are notified. */
  const [moving, setMoving] = useState<EventBody | null>(null)
  const [refusals, setRefusals] = useState(0)
  const parts = changedParts(values, kept)
  const isUnsaved = canEdit && (parts.fields || parts.ticketTypes)
  const { errors, submitCount } = fields.formState
  const problems = submitCount + refusals > 0 ? fieldProblems({ ...errors, root: undefined }) : []

  useEffect(() => {
    const failure = failureFromState(location.state)
    if (!failure) return
    // Shown once: a reload begins clean.
    void navigate(location.pathname, { replace: true, state: null, preventScrollReset: true })
    const show = () => showEventFailure(fields, failure.error, { event, stage: failure.stage })
    // As an answer to sending this form: else its fields forget what the server said when the focus leaves them.
    void fields.handleSubmit(show, show)()
  }, [fields, event, location, navigate])

  async function send(body: EventBody): Promise<void> {
    setMoving(null)
    setSaving(intent.get())
    const { flyer, version } = values
    const publish = intent.get() === 'publish'
    settle(await save({ body, flyer, parts, version: version ?? undefined, publish }))
    setSaving(null)
  }

  function settle({ saved, failure }: SaveOutcome): void {
    if (saved) {
      cacheManagedEvent(saved)
      fields.setValue('version', saved.version)
      if (!failure || isSaved(failure.stage)) form.showAs(valuesOf(saved))
    }
    const isPublished = intent.get() === 'publish' && !failure
    if (saved && (!event || isPublished)) {
      onOpened?.(saved, { isPublished, failure })
    } else if (failure) {
      showEventFailure(fields, failure.error, { event: saved ?? event, stage: failure.stage })
      setRefusals((count) => count + 1)
    }
    if (saved && !failure) showToast(savedWords(saved, intent.get()), 'success')
  }

  function submit(chosen: SaveIntent): void {
    intent.set(chosen)
    void fields.handleSubmit(async (body) => {
      if (movesHolders(values, event)) setMoving(body)
      else await send(body)
    })()
  }

  return {
    /** For `Form`; Enter saves. */
    form: {
      ...form,
      /** Share of the flyer that has left, while it does. */
      sentShare: isUploading && values.flyer ? sentShare : null,
      submit: (submission?: FormEvent) => {
        submission?.preventDefault()
        if (canEdit) submit('save')
      },
    },
    values,
    isUnsaved,
    /** What is being done, while it is. */
    saving,
    moving,
    isMoving: movesHolders(values, event),
    /** Another person saved the event since this edit began. */
    isOutdated: isUnsaved && event !== null && values.version !== event.version,
    /** What stopped the last try. */
    problem: form.problem ?? (problems.length > 0 ? problemWords(problems) : undefined),
    /** All that is wrong with fields, once saving was tried. */
    problems,
    /** Grows with every refused try, here or by the server. */
    tries: submitCount + refusals,
    submit,
    agreeToMove: () => moving && void send(moving),
    keepInPlace: () => setMoving(null),
  }
}

/** Whether what was typed is saved in spite of the failure. */
function isSaved(stage: FailedStage): boolean {
  return stage === 'publishSaved' || stage === 'publish'
}

function problemWords({ length }: readonly FieldProblem[]): string {
  return length === 1 ? 'Hay un campo para revisar.' : `Hay ${length} campos para revisar.`
}

function savedWords({ state }: ManagedEvent, intent: SaveIntent): string {
  if (intent === 'publish') return 'Publicado: ya está a la venta'
  return state === 'pending' ? 'Borrador guardado' : 'Cambios guardados'
}
