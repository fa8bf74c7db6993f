import * as contract from '#contract/sales/refunds.ts'
import { getFailedRefunds as failedRefunds } from '#contract/sales/refunds-failed.ts'
import * as mass from '#contract/sales/refunds-mass.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { refundsTable } from './lists/documents.ts'
import { getMassRefund, listMassRefunds } from './mass/queries.ts'
import { drawMassReport } from './mass/report.ts'
import { changeMassRefund, showMassRefund, startMassRefund } from './mass/start-mass-refund.ts'
import { getRefund, listRefunds } from './lists/queries.ts'
import { getFailedRefunds } from './lists/queries-failed.ts'
import { getSummary } from './lists/queries-summary.ts'
import { listRefundable, listTicketsWithRefunds } from './lists/queries-tickets.ts'
import { refundDrinks } from './refund-drinks.ts'
import { refundTicket } from './refund-ticket.ts'
import { retryRefund } from './retry-refund.ts'

export const routes = [
  bind(contract.listRefundableTickets, listRefundable),
  bind(contract.refundTicketMoney, (app, { actor, proof, body, idempotencyKey }) =>
    refundTicket(app, actor, proof, body, idempotencyKey),
  ),
  bind(contract.refundDrinks, refundDrinks),
  ...bindList(contract.listRefunds, [contract.exportRefunds, contract.exportRefundsSheet], listRefunds, refundsTable),
  bind(failedRefunds, getFailedRefunds),
  bind(contract.getRefundSummary, (app, { proof }) => getSummary(app, proof)),
  bind(contract.listRefundTickets, listTicketsWithRefunds),
  bind(contract.getRefund, (app, { actor, proof, params }) => getRefund(app, actor, proof, params.refundId)),
  bind(contract.retryRefund, retryRefund),
  bind(mass.previewMassRefund, showMassRefund),
  bind(mass.startMassRefund, startMassRefund),
  bind(mass.getMassRefund, (app, { proof, params }) => getMassRefund(app, proof, params.jobId)),
  bind(mass.changeMassRefund, changeMassRefund),
  bind(mass.getMassRefundReport, (app, { actor, proof, params }) => drawMassReport(app, actor, proof, params.jobId)),
  bind(mass.listMassRefunds, listMassRefunds),
]
