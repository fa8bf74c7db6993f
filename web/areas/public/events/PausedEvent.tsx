import { paths } from '#contract/api/paths.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { currentSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { PAUSED } from '#web/features/tickets/ticket-notice.ts'
import { Message } from '#web/shell/failures/Message.tsx'

/** The name of a paused event that the person holds tickets of; null of any other, and for strangers. */
export async function findPausedName(eventId: string): Promise<string | null> {
  if (currentSession() === null) return null
  const input = { query: { when: 'upcoming', limit: 100 } } as const
  const { tickets } = await queryClient.fetchQuery(endpointQuery(getMyTickets, input))
  return tickets.find(({ event }) => event.id === eventId && event.state === 'inactive')?.event.name ?? null
}

/** What ticket holders see at the address of a paused event, which strangers do not find. */
export function PausedEvent({ name }: { name: string }) {
  return (
    <Message
      eyebrow="En pausa"
      title={name}
      action={<ScreenButton to={paths.clientDashboard()}>Ver mis entradas</ScreenButton>}
    >
      <p>{PAUSED}.</p>
    </Message>
  )
}
