import * as contract from '#contract/events/metrics.ts'
import { bind } from '#server/http/bound.ts'
import { getBusinessDashboard } from './queries-business.ts'
import { getEventMetrics, getEventPromoters, getEventSales, getEventTickets } from './queries-event.ts'

export const routes = [
  bind(contract.getEventMetrics, (app, { proof }) => getEventMetrics(app, proof)),
  bind(contract.getMetricsSummary, (app, { proof }) => getEventMetrics(app, proof)),
  bind(contract.getEventSales, (app, { proof }) => getEventSales(app, proof)),
  bind(contract.getEventTickets, (app, { proof }) => getEventTickets(app, proof)),
  bind(contract.getEventPromoters, getEventPromoters),
  bind(contract.getBusinessDashboard, getBusinessDashboard),
]
