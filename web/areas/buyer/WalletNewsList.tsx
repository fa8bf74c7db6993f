import { Link } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import type { Ticket } from '#contract/sales/tickets.ts'
import { MoveNotice } from '#web/features/moves/MoveNotice.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { byEvent, newsOf } from './wallet.ts'

/** Above all tickets: what changed of them. A move is asked of the server, which an ended session cannot. */
export function WalletNewsList({ tickets, isOffline }: { tickets: readonly Ticket[]; isOffline: boolean }) {
  return (
    <div className="not-empty:mb-6">
      {!isOffline &&
        byEvent(tickets).map(({ event }) => <MoveNotice key={event.id} event={event} isNamed className="mb-3" />)}
      {newsOf(tickets).map(({ eventId, name, text, isCancelled }) => (
        <Notice key={eventId} tone={isCancelled ? 'danger' : 'info'} announced="never" className="mb-3">
          <b className="block wrap-anywhere">{name}</b>
          {text}{' '}
          <Link to={paths.clientHistory()} className="link">
            Ver en Compras
          </Link>
        </Notice>
      ))}
    </div>
  )
}
