import * as contract from '#contract/sales/scanning.ts'
import { bind } from '#server/http/bound.ts'
import { attendanceOf } from './cache.ts'
import { getScannerEvents } from './queries.ts'
import { scanTicket } from './scan-ticket.ts'

export const routes = [
  bind(contract.getScannerEvents, async (app, { actor }) => ({ data: { events: await getScannerEvents(app, actor) } })),
  bind(contract.getAttendance, (app, { proof }) => attendanceOf(app, proof)),
  bind(contract.scanTicket, (app, { actor, params, body, origin, headers }) =>
    scanTicket(app, actor, { ...body, ticketId: params.ticketId, origin, authorization: headerText(headers) }),
  ),
  bind(contract.scanNothing, (app, { actor, body, origin, headers }) =>
    scanTicket(app, actor, { ...body, ticketId: '', origin, authorization: headerText(headers) }),
  ),
]

function headerText({ authorization }: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  return typeof authorization === 'string' ? authorization : undefined
}
