/** Refunds that failed and nobody has asked for again, above the events. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'

/** Events named in one answer. */
export const MAX_FAILED_EVENTS = 100

export const getFailedRefunds = endpoint({
  method: 'GET',
  path: '/api/v1/refunds/failed',
  summary: 'Los reembolsos que fallaron y siguen sin resolver, por evento',
  access: { roles: ['ORGANIZATOR', 'COMERCIAL', 'admin', 'godAdmin'] },
  whileImpersonating: 'read',
  live: { topic: 'company', of: 'session.companyId' },
  response: z.object({
    /** Of all events. */
    count: z.int(),
    /** The latest failure first, at most `MAX_FAILED_EVENTS`. */
    events: z.array(z.object({ id: z.uuid(), name: z.string(), count: z.int() })),
  }),
  failures: [],
})
