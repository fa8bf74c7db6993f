import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { listRaffles } from '#contract/events/raffles.ts'
import { endpointQuery } from '#web/api/query.ts'

/** A line for each open raffle of an event; nothing until they are known, or where there is none. */
export default function EventRaffles({ eventId }: { eventId: string }) {
  const { data } = useQuery(endpointQuery(listRaffles, { params: { id: eventId }, query: { state: 'open', limit: 3 } }))
  if (!data?.raffles.length) return null
  return (
    <div className="mb-8 flex flex-col gap-4">
      {data.raffles.map(({ id, prize }) => (
        <p key={id}>
          Sorteo abierto:{' '}
          <Link to={paths.raffle(id)} className="link wrap-anywhere">
            {prize}
          </Link>
        </p>
      ))}
    </div>
  )
}
