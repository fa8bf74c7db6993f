import {
  getMyTickets as getMyTicketsEndpoint,
  getTicketByLink as getTicketByLinkEndpoint,
  getTicketCalendar as getTicketCalendarEndpoint,
  getTicketPdf as getTicketPdfEndpoint,
  resendTicket as resendTicketEndpoint,
  transferTicket as transferTicketEndpoint,
} from '#contract/tickets.ts'
import { bind } from '#server/http/bound.ts'
import { getTicketCalendar, getTicketPdf } from './documents.ts'
import { getMyTickets, getTicketByLink } from './queries.ts'
import { resendTicket } from './resend-ticket.ts'
import { transferTicket } from './transfer-ticket.ts'

export const routes = [
  bind(getMyTicketsEndpoint, (app, { actor, query }) => getMyTickets(app, actor, query)),
  bind(getTicketByLinkEndpoint, (app, { params }) => getTicketByLink(app, params.token)),
  bind(getTicketPdfEndpoint, (app, { proof }) => getTicketPdf(app, proof)),
  bind(getTicketCalendarEndpoint, (app, { proof }) => getTicketCalendar(app, proof)),
  bind(resendTicketEndpoint, (app, { actor, proof, body }) => resendTicket(app, actor, proof, body.channel)),
  bind(transferTicketEndpoint, (app, { actor, proof, body }) => transferTicket(app, actor, proof, body)),
]
