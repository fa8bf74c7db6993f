import { formatMoment } from '#contract/values/dates.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import type { TicketGivenUp } from '#contract/accounts/privacy.ts'
import { Card } from '#web/ui/base/Card.tsx'

/** The valid tickets that an account would take with it, those of one kind and night together. */
export function GivenUpTickets({ tickets }: { tickets: readonly TicketGivenUp[] }) {
  return (
    <Card asChild>
      <ul className="divide-y divide-linea" aria-label="Entradas que se pierden">
        {alike(tickets).map(([{ id, eventName, startDate, typeName, price }, count]) => (
          <li key={id} className="flex items-baseline justify-between gap-x-4 px-5 py-3">
            <span className="min-w-0">
              <span className="block font-semibold break-words">{eventName}</span>
              <span className="text-14 text-humo">
                {startDate ? formatMoment(startDate) : 'Sin fecha'} · {typeName}
              </span>
            </span>
            <span className="shrink-0 text-14">
              {count > 1 && `${count} × `}
              {formatPrice(toCents(price))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** One of each kind, and how many there are. */
function alike(tickets: readonly TicketGivenUp[]): [TicketGivenUp, number][] {
  const kinds = new Map<string, [TicketGivenUp, number]>()
  for (const ticket of tickets) {
    const kind = JSON.stringify([ticket.eventName, ticket.startDate, ticket.typeName, ticket.price])
    const [first, count] = kinds.get(kind) ?? [ticket, 0]
    kinds.set(kind, [first, count + 1])
  }
  return [...kinds.values()]
}
