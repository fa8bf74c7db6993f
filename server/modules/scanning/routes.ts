import {
  getAttendance,
  getScannerEvents as getScannerEventsEndpoint,
  scanTicket as scanTicketEndpoint,
} from '#contract/scanning.ts'
import { bind } from '#server/http/bound.ts'
import { attendanceOf } from './cache.ts'
import { getScannerEvents } from './queries.ts'
import { scanTicket } from './scan-ticket.ts'

export const routes = [
  bind(getScannerEventsEndpoint, async (app, { actor }) => ({ data: { events: await getScannerEvents(app, actor) } })),
  bind(getAttendance, (app, { proof }) => attendanceOf(app, proof)),
  bind(scanTicketEndpoint, (app, { actor, params, body, origin, headers }) =>
    scanTicket(app, actor, {
      ...body,
      ticketId: params.ticketId,
      origin,
      authorization: typeof headers['authorization'] === 'string' ? headers['authorization'] : undefined,
    }),
  ),
]
