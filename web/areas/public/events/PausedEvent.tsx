import type { EventPage } from '#contract/events/event-schemas.ts'
import { areas } from '#contract/api/areas.ts'
import { paths } from '#contract/api/paths.ts'
import { getMyTickets, getTicketByLink, type Ticket } from '#contract/sales/tickets.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { recallAnswers } from '#web/api/seen-answers.ts'
import { currentSession, useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { PAUSED } from '#web/features/tickets/ticket-notice.ts'
import { Message } from '#web/shell/failures/Message.tsx'
import { mayEnter } from '#web/shell/session/screen-access.ts'
import { Section } from '#web/ui/base/Section.tsx'

/** What a ticket holder is shown in place of the page of a paused event. */
export interface PausedFor {
  readonly name: string
  /** Address of the holder's tickets. */
  readonly tickets: string
}

const namesOf = ({ id, number, slug }: Ticket['event']) => [id, String(number), ...(slug === null ? [] : [slug])]

/**
 * A paused event by its id, number or address that can be said, if its holder asks: signed in, or with a ticket whose link this device opened before.
 * Null of any other event, and for strangers.
 */
export async function findPaused(address: string): Promise<PausedFor | null> {
  const isPaused = ({ event }: Ticket) => event.state === 'inactive' && namesOf(event).includes(address.toLowerCase())
  if (currentSession() !== null) {
    const input = { query: { when: 'upcoming', limit: 100 } } as const
    const { tickets } = await queryClient.fetchQuery(endpointQuery(getMyTickets, input))
    const own = tickets.find(isPaused)
    return own ? { name: own.event.name, tickets: paths.clientDashboard() } : null
  }
  for (const { linkToken, event } of (await recallAnswers(getTicketByLink)) as Ticket[]) {
    if (linkToken === null || !namesOf(event).includes(address.toLowerCase())) continue
    // As it is now: it was perhaps seen before the pause, or handed on since.
    const now = await queryClient
      .fetchQuery(endpointQuery(getTicketByLink, { params: { token: linkToken } }, { fresh: true }))
      .catch(() => null)
    if (now && isPaused(now)) return { name: now.event.name, tickets: paths.ticketLink(linkToken) }
  }
  return null
}

/** What ticket holders see at the address of a paused event, which strangers do not find. */
export function PausedEvent({ name, tickets }: PausedFor) {
  return (
    <Message eyebrow="En pausa" title={name} action={<ScreenButton to={tickets}>Ver mis entradas</ScreenButton>}>
      <p>{PAUSED}.</p>
    </Message>
  )
}

const UNSEEN = {
  inactive: {
    title: 'Este evento está en pausa',
    text: 'Solo lo ve tu equipo: no se vende, y la puerta no deja pasar.',
  },
  pending: { title: 'Este evento es un borrador', text: 'Solo lo ve tu equipo: todavía no se vende.' },
} as const

/** What an event's own people see at the address of one that the public does not find; null of any other. */
export function UnseenEvent({ event }: { event: EventPage }) {
  const user = useSession()?.user
  if (event.state !== 'inactive' && event.state !== 'pending') return null
  const { title, text } = UNSEEN[event.state]
  const isManager = user && mayEnter(user, areas.organizer.who)
  return (
    <Section card title={title} className="mb-8">
      <p className="text-humo">{text}</p>
      {isManager && (
        <ScreenButton tone="secondary" to={paths.eventSummary(event.id)} className="self-start">
          Ir al evento
        </ScreenButton>
      )}
    </Section>
  )
}
