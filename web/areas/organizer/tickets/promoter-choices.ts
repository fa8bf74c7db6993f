import type { Answer } from '#contract/api/endpoint.ts'
import type { listEventTickets } from '#contract/sales/ticket-desk.ts'

/** The promoters of the events in view, for a filter. */
export function promotersOf(answer: Pick<Answer<typeof listEventTickets>, 'rrppUsers'> | undefined) {
  return (answer?.rrppUsers ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
