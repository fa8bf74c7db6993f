import { formatMoment } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import type { TicketGivenUp } from '#contract/privacy.ts'
import { Card } from '#web/ui/Card.tsx'

/** The valid tickets that an account would take with it. */
export function GivenUpTickets({ tickets }: { tickets: readonly TicketGivenUp[] }) {
  return (
    <Card asChild>
      <ul className="divide-y divide-linea" aria-label="Entradas que se pierden">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3">
            <span className="min-w-0">
              <span className="block font-semibold break-words">{ticket.eventName}</span>
              <span className="text-14 text-humo">
                {ticket.startDate ? formatMoment(ticket.startDate) : 'Sin fecha'} · {ticket.typeName}
              </span>
            </span>
            <span className="text-14">{formatPrice(ticket.price)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
