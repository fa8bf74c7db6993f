/** What commercials changed of an event, for the event's people to see and undo (rule R23.8). */
import * as z from 'zod/mini'
import { eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { eventFields, ticketTypeFields } from './event-fields.ts'

/** Acts on an event itself; the audit's names of them begin with `event.`. */
export const CHANGE_ACTS = ['update', 'tickets', 'publish', 'deactivate', 'close-sales', 'open-sales'] as const

/**
 * `undoable`: the values are those that it left. `undone`: they are those of before. `overwritten`: they changed again since.
 * `final`: it changed no values, or the event is closed.
 */
export const CHANGE_STATES = ['undoable', 'undone', 'overwritten', 'final'] as const

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type ChangedValue = z.infer<typeof value>

export const eventFieldName = z.enum(Object.keys(eventFields.shape) as [keyof typeof eventFields.shape]) // its own keys
export const typeFieldName = z.enum(Object.keys(ticketTypeFields.shape) as [keyof typeof ticketTypeFields.shape])

export const commercialChange = z.object({
  id: z.int(),
  changedAt: instant,
  userName: z.string(),
  act: z.enum(CHANGE_ACTS),
  fields: z.array(z.object({ field: eventFieldName, before: value, after: value })),
  ticketTypes: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      fields: z.array(z.object({ field: typeFieldName, before: value, after: value })),
    }),
  ),
  state: z.enum(CHANGE_STATES),
})
export type CommercialChange = z.infer<typeof commercialChange>

export const getCommercialChanges = listOf({
  path: '/api/v1/event/{id}/commercial-changes',
  summary: 'Lo que un comercial cambió de un evento y lo que decía antes',
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: z.object({ id: idOf('event') }),
  rows: { changes: commercialChange },
  sort: ['changedAt'],
  order: 'desc',
  /** The event's, with which a change is undone by `PUT /event/{id}` or its tickets: a save in between is `event_changed`. */
  answer: { version: z.int() },
  failures: ['event_not_found'],
})
