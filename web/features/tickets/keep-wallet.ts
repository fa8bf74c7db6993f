/** The wallet as this device keeps it, for doors without a network. */
import { useEffect } from 'react'
import { getMyTickets, getTicketByLink, type Ticket } from '#contract/sales/tickets.ts'
import { endpointQuery, queryClient, type QueryOptions } from '#web/api/query.ts'
import { rememberAnswer } from '#web/api/seen-answers.ts'

export type When = 'upcoming' | 'past'

export const walletInput = (when: When) => ({ query: { when, page: 1, limit: 100 } })
export const walletReading: QueryOptions<typeof getMyTickets> = {
  keepOffline: true,
  join: (all, next) => ({ ...next, tickets: [...all.tickets, ...next.tickets] }),
}

/** Reads the wallet, which keeps it. */
export function keepWallet(when: When): Promise<void> {
  return queryClient.prefetchQuery(endpointQuery(getMyTickets, walletInput(when), { ...walletReading, fresh: true }))
}

/** Each ticket's own link opens without network too, once it was seen here. */
export function useKeepLinks(tickets: readonly Ticket[] | undefined): void {
  useEffect(() => {
    for (const ticket of tickets ?? []) {
      if (ticket.linkToken) void rememberAnswer(getTicketByLink, { params: { token: ticket.linkToken } }, ticket)
    }
  }, [tickets])
}
