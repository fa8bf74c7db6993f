/** Who looks after which event for the platform: commercials and their assignments, one an event. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { line } from '#contract/values/text.ts'
import { EVENT_STATES } from './event-card.ts'
import { personInView } from './events-team.ts'

/** A commercial reads only their own line. */
const readers = { roles: ['COMERCIAL', 'admin', 'godAdmin'] } as const
const givers = { roles: ['godAdmin'], object: { rule: 'managedEvent', from: 'body.eventId' } } as const

export const commercialRow = z.object({
  /** Of the person. */
  id: z.uuid(),
  user: personInView,
  /** Events that they look after now, whatever their state. */
  assignedEvents: z.int(),
})
export type CommercialRow = z.infer<typeof commercialRow>

export const listCommercials = listOf({
  path: '/api/v1/admin/commercials',
  summary: 'Los comerciales y de cuántos eventos se ocupa cada uno; un comercial se ve solo a sí mismo',
  access: readers,
  whileImpersonating: 'blocked',
  rows: { commercials: commercialRow },
  filters: {
    /** Words of the name. */
    search: z.optional(line({ max: 100 })),
  },
  sort: ['name', 'events'],
  order: 'asc',
  failures: [],
})

export const commercialEvent = z.object({
  id: z.uuid(),
  name: z.string(),
  companyName: z.string(),
  startDate: z.nullable(instant),
  state: z.enum(EVENT_STATES),
  assignedAt: instant,
})
export type CommercialEvent = z.infer<typeof commercialEvent>

export const listCommercialEvents = listOf({
  path: '/api/v1/admin/commercials/{userId}/events',
  summary: 'Los eventos de los que se ocupa un comercial; cada comercial ve solo los suyos',
  access: readers,
  whileImpersonating: 'blocked',
  params: z.object({ userId: idOf('user') }),
  rows: { events: commercialEvent },
  filters: {
    /** Words of the event's name. */
    search: z.optional(line({ max: 100 })),
  },
  sort: ['date', 'name', 'assignedAt'],
  order: 'desc',
  answer: { user: personInView },
  fallback: 'Error al cargar eventos',
  failures: ['person_not_found'],
})

export const assignCommercial = endpoint({
  method: 'POST',
  path: '/api/v1/admin/commercials/assign',
  summary: 'Pone un comercial a cargo de un evento; al que ya tiene otro, solo si se dice a quién reemplaza',
  access: givers,
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'event.assign_staff',
  /** The one who is replaced. */
  auditBeside: ['event.remove_staff'],
  body: z.object({
    userId: idOf('user'),
    eventId: idOf('event'),
    /** The commercial that leaves the event; one that was assigned meanwhile stays. */
    replacesUserId: z.optional(idOf('user')),
  }),
  response: z.object({ userId: z.uuid(), eventId: z.uuid(), replacedUserId: z.nullable(z.uuid()) }),
  failures: ['event_not_found', 'not_commercial', 'event_has_commercial'],
})

export const removeCommercial = endpoint({
  method: 'POST',
  path: '/api/v1/admin/commercials/remove',
  summary: 'Deja un evento sin ese comercial, que pierde lo que podía hacer ahí y sigue siendo comercial',
  access: givers,
  stepUp: true,
  whileImpersonating: 'blocked',
  audit: 'event.remove_staff',
  body: z.object({ userId: idOf('user'), eventId: idOf('event') }),
  response: 'empty',
  failures: ['event_not_found'],
})
