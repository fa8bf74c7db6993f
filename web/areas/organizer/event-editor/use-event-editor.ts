import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ManagedEvent } from '#contract/events.ts'
import { paths } from '#contract/paths.ts'
import { useSchemaForm } from '#web/api/form.ts'
import { showToast } from '#web/ui/toast.ts'
import { changedParts, isSame, movesHolders } from './event-changes.ts'
import { clearDraft, draftKey, keepDraft, readDraft } from './event-draft.ts'
import { failureFromState, failureState, showEventFailure, type FailedStage } from './event-failure.ts'
import { eventForm, type EventBody } from './event-form.ts'
import { newEvent, valuesOf } from './event-values.ts'
import { countProblems } from './focus-problem.ts'
import { keepManagedEvent, useEventSave, type SaveOutcome } from './use-event-save.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

export type SaveIntent = 'save' | 'publish'

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
  const key = draftKey(userId, event?.id ?? null)
  const kept = useMemo(() => (event ? valuesOf(event) : newEvent), [event])
  const [draft, setDraft] = useState(() => (canEdit ? readDraft(sessionStorage, key) : null))
  const schema = useMemo(() => eventForm(event), [event])
  const form = useSchemaForm(schema, { defaultValues: draft?.values ?? kept })
  const values = form.watch()
  /** The version that what is typed began from: a save of any other would overwrite somebody else's. */
  const [version, setVersion] = useState(draft?.version ?? event?.version)
  const [flyer, setFlyer] = useState<File | null>(null)
  const [flyerError, setFlyerError] = useState<string | undefined>()
  const [isSaving, setIsSaving] = useState(false)
  /** What waits for the person to agree that holders are told. */
  const [moving, setMoving] = useState<EventBody | null>(null)
  const [refusals, setRefusals] = useState(0)
  const intent = useRef<SaveIntent>('save')
  /** The new event exists: what this form holds is no draft any more. */
  const isMade = useRef(false)
  const { save, sentShare, isUploading } = useEventSave(event)
  const isUnsaved = canEdit && (flyer !== null || !isSame(values, kept))
  const guard = useLeaveGuard(isUnsaved)
  const { errors, submitCount } = form.formState

  useEffect(() => {
    if (!canEdit || isMade.current) return
    if (isUnsaved) keepDraft(sessionStorage, key, { values, hadFlyer: flyer !== null, version: version ?? null })
    else clearDraft(sessionStorage, key)
  }, [canEdit, isUnsaved, key, values, version, flyer])

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
    setIsSaving(true)
    const publish = intent.current === 'publish'
    settle(await save({ body, flyer, parts: changedParts(values, kept), version, publish }))
    setIsSaving(false)
  }

  function settle({ saved, failure }: SaveOutcome): void {
    if (saved) keepManagedEvent(saved)
    if (saved) setVersion(saved.version)
    isMade.current = saved !== null && event === null
    if (saved && (!failure || isSaved(failure.stage))) forget(valuesOf(saved))
    if (saved && !event) {
      guard.letGo()
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
    clearDraft(sessionStorage, key)
  }

  return {
    form,
    values,
    guard,
    isUnsaved,
    isSaving,
    moving,
    isMoving: movesHolders(values, event),
    /** Somebody saved the event since what is typed was begun. */
    isOutdated: isUnsaved && event !== null && version !== event.version,
    /** Something that was typed before is shown again; whether a flyer has to be chosen again. */
    restored: draft && isUnsaved ? { lacksFlyer: draft.hadFlyer && flyer === null } : null,
    flyer: { file: flyer, error: flyerError, choose: chooseFlyer },
    /** Share of the flyer that has left, while it does. */
    uploaded: isUploading && flyer ? sentShare : null,
    /** What stopped the last try. */
    problem: errors.root?.message ?? (submitCount + refusals > 0 ? problemWords(errors, flyerError) : undefined),
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

function problemWords(errors: object, flyerError: string | undefined): string | undefined {
  const problems = countProblems({ ...errors, root: undefined }) + (flyerError === undefined ? 0 : 1)
  if (problems === 0) return undefined
  return problems === 1 ? 'Hay un campo para revisar.' : `Hay ${problems} campos para revisar.`
}

function savedWords({ state }: ManagedEvent, intent: SaveIntent): string {
  if (intent === 'publish') return 'Publicado: ya está a la venta'
  return state === 'pending' ? 'Borrador guardado' : 'Cambios guardados'
}
