/** The waiting list of an event as its organizer reads it: buyers do not load this. */
import * as z from 'zod/mini'
import { eventSellers } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { line } from '#contract/values/text.ts'
import { WAITING_STATES } from '#contract/events/waiting-list.ts'

export const waitingRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Masked but to administrators (rule R6.9). */
  phone: z.nullable(z.string()),
  mail: z.nullable(z.string()),
  ticketType: z.object({ id: z.uuid(), name: z.string() }),
  quantity: z.int(),
  state: z.enum(WAITING_STATES),
  /** Of those who wait for the type, from 1; null of those who wait no more. */
  position: z.nullable(z.int()),
  offeredPlaces: z.nullable(z.int()),
  joinedAt: instant,
  offeredAt: z.nullable(instant),
  offerUntil: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type WaitingRow = z.infer<typeof waitingRow>

export const listWaiting = listOf({
  path: '/api/v1/events/{id}/waiting-list',
  summary: 'La lista de espera de un evento',
  access: eventSellers,
  whileImpersonating: 'blocked',
  live: { topic: 'event', of: 'params.id' },
  params: z.object({ id: idOf('event') }),
  rows: { waiting: waitingRow },
  filters: {
    state: z.optional(z.enum(WAITING_STATES)),
    ticketTypeId: z.optional(idOf('ticketType')),
    /** Part of the name. */
    search: z.optional(line({ max: 100 })),
  },
  sort: ['place', 'joinedAt'],
  order: 'asc',
  answer: {
    /** Of the whole event, by type: people waiting, the places that they want, places offered now, places bought by offers. */
    totals: z.array(
      z.object({
        ticketTypeId: z.uuid(),
        name: z.string(),
        people: z.int(),
        wanted: z.int(),
        offered: z.int(),
        taken: z.int(),
      }),
    ),
  },
  failures: ['event_not_found'],
})

export const exportWaiting = csvOf(listWaiting, 'La lista de espera de un evento, en un archivo')
export const exportWaitingSheet = xlsxOf(listWaiting, 'La lista de espera de un evento, en una planilla de cálculo')
