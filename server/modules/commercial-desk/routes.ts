import * as contract from '#contract/events/commercial-desk.ts'
import { bind } from '#server/http/bound.ts'
import type { Actor } from '#server/shared/actor.ts'
import { getManaged, listDashboardPreview } from '#server/modules/events/managing/queries-manage.ts'
import { getEventMetrics } from '#server/modules/metrics/queries-event.ts'
import { isWholeContact, listUsers } from '#server/modules/people/queries.ts'
import { getDashboard, listDeskEvents } from './queries-desk.ts'
import { updateFields, updateTicketType } from './update-assigned.ts'

/** The caller with the roles that the panel admits: a company's own events and buyers are none of a commercial's. */
function asCommercial<Given extends { readonly actor: Actor }>(call: Given): Given {
  const roles = call.actor.roles.filter((role) => role === 'COMERCIAL' || role === 'admin' || role === 'godAdmin')
  return { ...call, actor: { ...call.actor, roles } }
}

export const routes = [
  bind(contract.getCommercialDashboard, (app, call) => getDashboard(app, asCommercial(call))),
  bind(contract.getCommercialEvents, (app, call) => listDeskEvents(app, asCommercial(call))),
  bind(contract.searchCommercialEvents, (app, call) => {
    const { actor, query } = asCommercial(call)
    return listDashboardPreview(app, { actor, query: { ...query, sort: 'next' } })
  }),
  bind(contract.getCommercialUsers, async (app, call) => {
    const { username } = call.query
    if (username !== undefined && isWholeContact(username)) await call.count()
    return listUsers(app, asCommercial(call), ['COMERCIAL'])
  }),
  bind(contract.getCommercialMetrics, (app, { proof }) => getEventMetrics(app, proof)),
  bind(contract.updateBasicInfo, updateFields),
  bind(contract.updateAdvanced, updateFields),
  bind(contract.getCommercialTicketTypes, async (app, { proof }) => {
    const { ticketTypes, version } = await getManaged(app, proof)
    return { ticketTypes, version }
  }),
  bind(contract.updateCommercialTicketType, updateTicketType),
]
