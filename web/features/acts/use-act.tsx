import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { failureMessage, type ApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation, usePendingInputs } from '#web/api/write.ts'
import { isSame } from '#web/lib/is-same.ts'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** The same for every subject, or of one. */
type Of<Subject, Value> = Value | ((subject: Subject) => Value)

interface ActOptions<Spec extends EndpointSpec, Subject> {
  readonly input: Of<Subject, CallInput<Spec>>
  /** The question that `ask` opens. */
  readonly title?: Of<Subject, string>
  /** What will happen, and to how many. */
  readonly description?: Of<Subject, ReactNode>
  /** More of the dialog, as a box to tick. */
  readonly children?: Of<Subject, ReactNode>
  /** Something is still to be done in the dialog. */
  readonly disabled?: Of<Subject, boolean>
  /** The act, as a verb. */
  readonly confirm?: Of<Subject, string>
  readonly tone?: 'primary' | 'danger'
  /** The toast that says it is done. */
  readonly done?: string | ((subject: Subject, answer: Answer<Spec>) => string)
  /** What else follows. */
  readonly onDone?: (answer: Answer<Spec>, subject: Subject) => void
  /** Handles a refusal first; `true` when nothing is left to be shown. */
  readonly onFail?: (error: ApiFailure, subject: Subject) => unknown
  /** Takes it back, from its toast. */
  readonly undo?: (subject: Subject) => void
  /** The server hardly ever refuses it: its dialog closes at once, and the screen shows it as done by `usePendingInputs`. */
  readonly optimistic?: boolean
  /** Stays pending until what it changed was read again, so that a switch does not fall back in between. */
  readonly pendingUntilRefetched?: boolean
  /** Text of a refusal. */
  readonly errorMessage?: (error: ApiFailure) => string
  /** Begins the toast of a refusal; by default the question does. */
  readonly refused?: Of<Subject, string>
  /** A refusal in the dialog, where its text alone does not lead on. */
  readonly problem?: (error: ApiFailure, subject: Subject, close: () => void) => ReactNode
  /** The screen draws `problem`; otherwise a refusal without a dialog is a toast. */
  readonly isProblemShown?: boolean
}

/**
 * An act on a subject, or on nothing else than what its screen is about. `ask` opens its dialog, which says what will happen, is
 * busy meanwhile, and stays open with the reason of a refusal; `run` acts at once. A refusal whose dialog is gone is a toast. What
 * the act changed is read again by itself.
 */
export function useAct<Spec extends EndpointSpec, Subject = void>(spec: Spec, act: ActOptions<Spec, Subject>) {
  const { optimistic = false, pendingUntilRefetched = optimistic, errorMessage = failureMessage } = act
  /** In an object, because the subject of an act without one is undefined. */
  const [asked, setAsked] = useState<{ readonly subject: Subject }>()
  const shown = useRef<typeof asked>(undefined)
  const acting = useEndpointMutation(spec, { pendingUntilRefetched })
  const pending = usePendingInputs(spec)
  useEffect(() => {
    shown.current = asked
    return () => {
      shown.current = undefined
    }
  }, [asked])

  const inputOf = (subject: Subject): CallInput<Spec> => valueOf(act.input, subject)
  const close = () => setAsked(undefined)

  async function perform(subject: Subject, question?: typeof asked): Promise<void> {
    if (optimistic) close()
    try {
      const answer = await acting.mutateAsync(inputOf(subject))
      if (shown.current === question) close()
      const { done, undo } = act
      const text = typeof done === 'function' ? done(subject, answer) : done
      if (text !== undefined) showToast(text, 'success', undo && { undo: () => undo(subject) })
      act.onDone?.(answer, subject)
    } catch (error) {
      const failure = error as ApiFailure // useEndpointMutation's
      if (act.onFail?.(failure, subject) === true) return
      const isInDialog = question !== undefined && shown.current === question && !optimistic
      if (isInDialog || (question === undefined && act.isProblemShown)) return
      const start = valueOf(act.refused ?? act.title, subject)
      showToast([start, errorMessage(failure)].filter(Boolean).join(' '), 'error')
    }
  }

  return {
    ask(subject: Subject) {
      acting.reset()
      setAsked({ subject })
    },
    run: (subject: Subject) => perform(subject),
    /** Whether it is on its way, from this screen or another. */
    isPending: (subject: Subject) => pending.some((input) => isSame(input, inputOf(subject))),
    isDone: acting.isSuccess,
    /** Why the last try was refused, for `Problem`. */
    problem: acting.error && errorMessage(acting.error),
    dialog: asked && (
      <ConfirmDialog
        open
        title={valueOf(act.title, asked.subject) ?? ''}
        confirmLabel={valueOf(act.confirm, asked.subject) ?? 'Confirmar'}
        tone={act.tone ?? 'primary'}
        busy={acting.isPending}
        disabled={valueOf(act.disabled, asked.subject) ?? false}
        onConfirm={() => void perform(asked.subject, asked)}
        onClose={close}
      >
        <div className="text-humo">{valueOf(act.description, asked.subject)}</div>
        {valueOf(act.children, asked.subject)}
        <Problem
          message={acting.error && (act.problem?.(acting.error, asked.subject, close) ?? errorMessage(acting.error))}
          className="mt-3"
        />
      </ConfirmDialog>
    ),
  }
}

function valueOf<Subject, Value>(of: Of<Subject, Value>, subject: Subject): Value {
  return typeof of === 'function' ? (of as (subject: Subject) => Value)(subject) : of // no value is a function itself
}
