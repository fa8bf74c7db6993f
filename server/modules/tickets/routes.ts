import * as contract from '#contract/sales/tickets.ts'
import { bind } from '#server/http/bound.ts'
import { getNightPdf, getTicketCalendar, getTicketPdf } from './documents/documents.ts'
import { getMyTickets, getTicketByLink } from './queries.ts'
import { resendTicket } from './delivery/resend-ticket.ts'
import { transferTicket } from './transfers/transfer-ticket.ts'

export const routes = [
  bind(contract.getMyTickets, getMyTickets),
  bind(contract.getTicketByLink, (app, { params }) => getTicketByLink(app, params.token)),
  bind(contract.getTicketPdf, (app, { proof, count }) => getTicketPdf(app, proof, count)),
  bind(contract.getNightPdf, getNightPdf),
  bind(contract.getTicketCalendar, (app, { proof }) => getTicketCalendar(app, proof)),
  bind(contract.resendTicket, (app, { actor, proof, body }) => resendTicket(app, actor, proof, body.channel)),
  bind(contract.transferTicket, transferTicket),
]
