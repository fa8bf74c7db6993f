import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Answer, CallInput, EndpointSpec } from '#contract/endpoint.ts'
import { failureMessage, type ApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'

interface ActOptions<Spec extends EndpointSpec, Subject> {
  readonly input: (subject: Subject) => CallInput<Spec>
  readonly title: (subject: Subject) => string
  /** What will happen, and to how many. */
  readonly says: (subject: Subject) => ReactNode
  /** The act, as a verb. */
  readonly confirm: string
  /** What must be typed first, where nothing brings it back. */
  readonly typed?: (subject: Subject) => string
  readonly tone?: 'primary' | 'danger'
  readonly done: (subject: Subject, answer: Answer<Spec>) => string
  /** What else follows. */
  readonly onDone?: (answer: Answer<Spec>, subject: Subject) => void
  /** Takes it back, from where it is told. */
  readonly undo?: (subject: Subject) => void
  /** The server all but never refuses it: its dialog closes at once, and the screen shows it as done by `useSending`. */
  readonly isShownAtOnce?: boolean
  /** Begins what is told of a refusal when the dialog is gone; else the dialog's title does. */
  readonly refused?: (subject: Subject) => string
  /** A refusal in the dialog, where its words alone do not lead on. */
  readonly problem?: (error: ApiFailure, subject: Subject, close: () => void) => ReactNode
}

/**
 * An act on something: `ask` opens its dialog, which says what will happen, is busy meanwhile, and stays open with the reason when it
 * is refused. Whoever closed it or left by then is told as well. What it changed is read again by itself.
 */
export function useAct<Spec extends EndpointSpec, Subject>(spec: Spec, act: ActOptions<Spec, Subject>) {
  const [subject, setSubject] = useState<Subject>()
  const [typed, setTyped] = useState('')
  const shown = useRef<Subject>(undefined)
  const acting = useEndpointMutation(spec, act.isShownAtOnce ? { staysBusyUntilRead: true } : {})
  useEffect(() => {
    shown.current = subject
    return () => {
      shown.current = undefined
    }
  }, [subject])

  async function run(to: Subject): Promise<void> {
    if (act.isShownAtOnce) setSubject(undefined)
    try {
      const answer = await acting.mutateAsync(act.input(to))
      if (shown.current === to) setSubject(undefined)
      const { undo } = act
      showToast(act.done(to, answer), 'success', undo && { undo: () => undo(to) })
      act.onDone?.(answer, to)
    } catch (error) {
      if (shown.current === to && !act.isShownAtOnce) return
      showToast(`${act.refused?.(to) ?? act.title(to)} ${failureMessage(error)}`, 'error')
    }
  }

  const word = subject === undefined ? undefined : act.typed?.(subject)
  return {
    ask(to: Subject) {
      acting.reset()
      setTyped('')
      setSubject(to)
    },
    dialog: subject !== undefined && (
      <ConfirmDialog
        open
        title={act.title(subject)}
        confirmLabel={act.confirm}
        tone={act.tone ?? 'primary'}
        busy={acting.isPending}
        disabled={word !== undefined && typed.trim() !== word}
        onConfirm={() => void run(subject)}
        onClose={() => setSubject(undefined)}
      >
        <div className="text-humo">{act.says(subject)}</div>
        {word !== undefined && (
          <TextField
            className="mt-4"
            label={`Escribí ${word} para confirmar`}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <Problem
          message={
            acting.error &&
            (act.problem?.(acting.error, subject, () => setSubject(undefined)) ?? failureMessage(acting.error))
          }
          className="mt-3"
        />
      </ConfirmDialog>
    ),
  }
}
