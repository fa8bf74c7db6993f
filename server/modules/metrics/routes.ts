import * as contract from '#contract/events/metrics.ts'
import { bind } from '#server/http/bound.ts'
import { getBusiness } from './queries-business.ts'
import { getSales, getSummary, getTickets, listPromoters } from './queries-event.ts'

export const routes = [
  bind(contract.getEventMetrics, (app, { proof }) => getSummary(app, proof)),
  bind(contract.getMetricsSummary, (app, { proof }) => getSummary(app, proof)),
  bind(contract.getEventSales, (app, { proof }) => getSales(app, proof)),
  bind(contract.getEventTickets, (app, { proof }) => getTickets(app, proof)),
  bind(contract.getEventPromoters, listPromoters),
  bind(contract.getBusinessDashboard, getBusiness),
]
