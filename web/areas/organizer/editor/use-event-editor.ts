import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ManagedEvent } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { useSchemaForm } from '#web/api/form.ts'
import { draftOf } from '#web/features/forms/draft.ts'
import { useLeaveGuard } from '#web/features/forms/use-leave-guard.ts'
import { showToast } from '#web/ui/feedback/toast.ts'
import { changedParts, movesHolders } from './event-changes.ts'
import { failureFromState, failureState, showEventFailure, type FailedStage } from './event-failure.ts'
import { eventForm, type EventBody } from './event-form.ts'
import { newEvent, newTicketType, valuesOf } from './event-values.ts'
import { fieldProblems, type FieldProblem } from './focus-problem.ts'
import { isSame } from '#web/lib/is-same.ts'
import { keepManagedEvent, useEventSave, type SaveOutcome } from './use-event-save.ts'

export type SaveIntent = 'save' | 'publish'

/** What is kept while it is typed; the flyer waits on the device. */
const draftShape = {
  values: { ...newEvent, ticketTypes: [newTicketType] },
  flyer: null as File | null,
  /** The version of the event that it was typed on; null for a new event. */
  version: null as number | null,
}

interface EditorOptions {
  /** Null for one that does not exist yet. */
  event: ManagedEvent | null
  userId: string
  canEdit: boolean
}

/** What is being typed of an event, what of it is not saved, and saving it. Draws nothing. */
export function useEventEditor({ event, userId, canEdit }: EditorOptions) {
  const navigate = useNavigate()
  const location = useLocation()
  const eventId = event?.id
  const drafted = useMemo(
    () => draftOf(`evento:${eventId ?? 'nuevo'}`, draftShape, userId, ['flyer']),
    [eventId, userId],
  )
  const kept = useMemo(() => (event ? valuesOf(event) : newEvent), [event])
  const [draft, setDraft] = useState(() => (canEdit ? drafted.read() : null))
  const intent = useRef<SaveIntent>('save')
  // What is or will be on sale is asked for whole, from the press of its button on.
  const schema = useMemo(
    () => eventForm(event, () => intent.current === 'publish' || event?.state === 'active'),
    [event],
  )
  const form = useSchemaForm(schema, { defaultValues: draft?.values ?? kept })
  const values = form.watch()
  /** The version that what is typed began from: a save of any other would overwrite somebody else's. */
  const [version, setVersion] = useState(draft?.version ?? event?.version)
  const [flyer, setFlyer] = useState(draft?.flyer ?? null)
  /** False while the flyer may still be on its way from the device. */
  const [isRecalled, setRecalled] = useState(draft === null)
  const [flyerError, setFlyerError] = useState<string | undefined>()
  const [saving, setSaving] = useState<SaveIntent | null>(null)
  /** What waits for the person to agree that holders are told. */
  const [moving, setMoving] = useState<EventBody | null>(null)
  const [refusals, setRefusals] = useState(0)
  /** The new event exists: what this form holds is no draft any more. */
  const isMade = useRef(false)
  const { save, sentShare, isUploading } = useEventSave(event)
  const isUnsaved = canEdit && (flyer !== null || !isSame(values, kept))
  const guard = useLeaveGuard(() => isUnsaved)
  const { errors, submitCount } = form.formState
  const problems = submitCount + refusals > 0 ? problemsOf(errors, flyerError) : []

  useEffect(() => {
    if (!canEdit || isMade.current) return
    if (isUnsaved) drafted.keep({ values, flyer, version: version ?? null })
    else if (isRecalled) drafted.clear()
  }, [canEdit, isUnsaved, drafted, values, version, flyer, isRecalled])

  useEffect(() => {
    if (!canEdit || isRecalled) return
    void drafted.recall().then((files) => {
      const kept = 'flyer' in files && files.flyer instanceof File ? files.flyer : null
      if (kept) setFlyer((chosen) => chosen ?? kept)
      setRecalled(true)
    })
  }, [canEdit, drafted, isRecalled])

  // Somebody else's change arrives while nothing is being typed here: the form follows it.
  const shown = useRef(kept)
  useEffect(() => {
    const typed = form.getValues()
    if (flyer === null && (isSame(typed, shown.current) || isSame(typed, kept))) {
      if (!isSame(typed, kept)) form.reset(kept)
      setVersion(event?.version)
    }
    shown.current = kept
  }, [kept, flyer, form, event?.version])

  useEffect(() => {
    const failure = failureFromState(location.state)
    if (!failure) return
    // Said once: a reload begins clean.
    void navigate(location.pathname, { replace: true, state: null, preventScrollReset: true })
    const show = () => setFlyerError(showEventFailure(form, failure.error, { event, stage: failure.stage }))
    // As an answer to sending this form: else its fields forget what the server said when the focus leaves them.
    void form.handleSubmit(show, show)()
  }, [form, event, location, navigate])

  async function send(body: EventBody): Promise<void> {
    setMoving(null)
    setFlyerError(undefined)
    setSaving(intent.current)
    const publish = intent.current === 'publish'
    settle(await save({ body, flyer, parts: changedParts(values, kept), version, publish }))
    setSaving(null)
  }

  function settle({ saved, failure }: SaveOutcome): void {
    if (saved) keepManagedEvent(saved)
    if (saved) setVersion(saved.version)
    isMade.current = saved !== null && event === null
    if (saved && (!failure || isSaved(failure.stage))) forget(valuesOf(saved))
    if (saved && !event) {
      guard.allowNextNavigation()
      const state = failure ? failureState(failure.error, failure.stage) : null
      void navigate(paths.editEvent(saved.id), { replace: true, state })
    } else if (failure) {
      setFlyerError(showEventFailure(form, failure.error, { event: saved ?? event, stage: failure.stage }))
      setRefusals((count) => count + 1)
    }
    if (saved && !failure) showToast(savedWords(saved, intent.current), 'success')
  }

  /** Nothing is left to save: the form shows `shownValues`. */
  function forget(shownValues: typeof values): void {
    form.reset(shownValues)
    setFlyer(null)
    setDraft(null)
    drafted.clear()
  }

  return {
    form,
    values,
    guard,
    isUnsaved,
    /** What is being done, while it is. */
    saving,
    moving,
    isMoving: movesHolders(values, event),
    /** Somebody saved the event since what is typed was begun. */
    isOutdated: isUnsaved && event !== null && version !== event.version,
    /** Something that was typed or chosen before is shown again. */
    isRestored: draft !== null && isUnsaved,
    flyer: { file: flyer, error: flyerError, choose: chooseFlyer },
    /** Share of the flyer that has left, while it does. */
    uploaded: isUploading && flyer ? sentShare : null,
    /** What stopped the last try. */
    problem: errors.root?.message ?? (problems.length > 0 ? problemWords(problems) : undefined),
    /** All that is wrong with fields, once saving was tried. */
    problems,
    /** Grows with every try that was refused, here or by the server. */
    tries: submitCount + refusals,
    submit,
    agreeToMove: () => moving && void send(moving),
    keepInPlace: () => setMoving(null),
    discard: () => {
      forget(kept)
      setVersion(event?.version)
    },
  }

  function submit(chosen: SaveIntent): void {
    intent.current = chosen
    void form.handleSubmit(async (body) => {
      if (movesHolders(values, event)) setMoving(body)
      else await send(body)
    })()
  }

  function chooseFlyer(file: File | null): void {
    setFlyerError(undefined)
    setFlyer(file)
  }
}

/** Whether what was typed is kept in spite of the failure. */
function isSaved(stage: FailedStage): boolean {
  return stage === 'publishSaved' || stage === 'publish'
}

function problemsOf(errors: object, flyerError: string | undefined): FieldProblem[] {
  const ofFields = fieldProblems({ ...errors, root: undefined })
  return flyerError === undefined ? ofFields : [...ofFields, { name: 'flyer', message: flyerError }]
}

function problemWords({ length }: readonly FieldProblem[]): string {
  return length === 1 ? 'Hay un campo para revisar.' : `Hay ${length} campos para revisar.`
}

function savedWords({ state }: ManagedEvent, intent: SaveIntent): string {
  if (intent === 'publish') return 'Publicado: ya está a la venta'
  return state === 'pending' ? 'Borrador guardado' : 'Cambios guardados'
}
