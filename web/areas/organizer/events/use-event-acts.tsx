import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  closeEventSales,
  deactivateEvent,
  duplicateEvent,
  openEventSales,
  publishEvent,
} from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { failureMessage, isApiFailure, type ApiFailure } from '#web/api/api-failure.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { actWords, type ActedEvent, type EventAct } from './event-acts.ts'
import { failureState } from '#web/features/event-editor/carried-failure.ts'
import { cacheManagedEvent } from '#web/features/events/managed-event.ts'
import { sharing } from '../workspace/share-address.ts'

/** With its form, for the few events that are cancelled. */
const CancelEventDialog = lazy(async () => ({ default: (await import('./CancelEventDialog.tsx')).CancelEventDialog }))

interface EventActsOptions {
  /** In a list a pause shows before the server answered. */
  isPausedAtOnce?: boolean
}

/** The acts on an event: `ask` opens the confirmation, `dialog` renders it. */
export function useEventActs({ isPausedAtOnce = false }: EventActsOptions = {}) {
  const navigate = useNavigate()
  const [cancelling, setCancelling] = useState<ActedEvent | null>(null)
  const resuming = useAct(publishEvent, {
    input: ({ id }: ActedEvent) => ({ params: { id } }),
    done: (event) => actWords('publish', event).done,
    onDone: cacheManagedEvent,
    refused: ({ name }) => `No se pudo volver a publicar «${name}».`,
    pendingUntilRefetched: true,
  })
  const of = (act: Exclude<EventAct, 'cancel'>, confirm: string) => ({
    input: ({ id }: ActedEvent) => ({ params: { id } }),
    title: (event: ActedEvent) => actWords(act, event).title,
    description: (event: ActedEvent) => actWords(act, event).text,
    confirm,
    done: (event: ActedEvent) => actWords(act, event).done,
    refused: (event: ActedEvent) =>
      `No se pudo ${confirm.toLowerCase()} ${confirm.includes(' ') ? 'de ' : ''}«${event.name}».`,
    onDone: cacheManagedEvent,
  })
  const acts = {
    publish: useAct(publishEvent, {
      ...of('publish', 'Publicar'),
      problem: incompleteProblem,
      onDone: (event) => {
        cacheManagedEvent(event)
        void navigate(sharing(paths.eventSummary(event.id)))
      },
    }),
    deactivate: useAct(deactivateEvent, {
      ...of('deactivate', 'Pausar'),
      optimistic: isPausedAtOnce,
      undo: (event) => void resuming.run(event),
    }),
    closeSales: useAct(closeEventSales, of('closeSales', 'Cortar la venta')),
    openSales: useAct(openEventSales, of('openSales', 'Abrir la venta')),
    duplicate: useAct(duplicateEvent, {
      ...of('duplicate', 'Duplicar'),
      onDone: (copy) => {
        cacheManagedEvent(copy)
        void navigate(paths.editEvent(copy.id))
      },
    }),
  }

  return {
    ask: (act: EventAct, event: ActedEvent) => (act === 'cancel' ? setCancelling(event) : acts[act].ask(event)),
    dialog: cancelling ? (
      <Suspense fallback={null}>
        <CancelEventDialog
          event={cancelling}
          onClose={() => setCancelling(null)}
          onDone={(cancelled) => {
            cacheManagedEvent(cancelled)
            // The remaining steps are there.
            void navigate(paths.eventSummary(cancelled.id))
          }}
        />
      </Suspense>
    ) : (
      Object.values(acts)
        .map(({ dialog }) => dialog)
        .find(Boolean)
    ),
  }
}

/** What is lacking is completed in the editor, which shows where. */
function incompleteProblem(error: ApiFailure, event: ActedEvent, close: () => void) {
  if (!isApiFailure(error, 'event_incomplete')) return undefined
  return (
    <>
      {failureMessage(error)}.{' '}
      <Link to={paths.editEvent(event.id)} state={failureState(error, 'publish')} onClick={close} className="link">
        Completar los datos
      </Link>
    </>
  )
}
