import { Link } from 'react-router'
import type { ManagedEvent } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/query.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { actEndpoints, actWords, type ActedEvent, type EventAct } from './event-acts.ts'
import { failureState } from './event-editor/event-failure.ts'

interface EventActDialogProps {
  act: EventAct
  event: ActedEvent
  /** Does it without waiting for the answer, in place of the dialog's own call. */
  atOnce?: () => void
  onClose: () => void
  onDone: (answer: ManagedEvent) => void
}

/** Says what an act will do, does it, and stays open with the reason when it is refused. */
export function EventActDialog({ act, event, atOnce, onClose, onDone }: EventActDialogProps) {
  const words = actWords(act, event)
  const acting = useEndpointMutation(actEndpoints[act], {
    onSuccess: (answer) => {
      onClose()
      onDone(answer)
    },
  })
  const { error } = acting
  return (
    <ConfirmDialog
      open
      title={words.title}
      confirmLabel={words.confirm}
      busy={acting.isPending}
      onConfirm={() => {
        if (atOnce) {
          onClose()
          return atOnce()
        }
        acting.mutate({ params: { id: event.id } })
      }}
      onClose={onClose}
    >
      <p className="text-humo">{words.text}</p>
      <Problem
        className="mt-3"
        message={
          error && (
            <>
              {failureMessage(error)}
              {isApiFailure(error, 'event_incomplete') && (
                <>
                  {'. '}
                  <Link
                    to={paths.editEvent(event.id)}
                    state={failureState(error, 'publish')}
                    onClick={onClose}
                    className="link"
                  >
                    Completar los datos
                  </Link>
                </>
              )}
            </>
          )
        }
      />
    </ConfirmDialog>
  )
}
