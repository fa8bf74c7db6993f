import * as sales from '#contract/sales/event-sales.ts'
import * as promoters from '#contract/sales/ticket-desk-promoters.ts'
import * as contract from '#contract/sales/ticket-desk.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { salesTable, ticketsTable } from './documents.ts'
import { getEventTicket } from './get-event-ticket.ts'
import { listPromoterTickets } from './queries-promoters.ts'
import { listSales } from './queries-sales.ts'
import { listDashboard, listOfEvent } from './queries-tickets.ts'

const ofDashboard = ticketsTable<typeof contract.getTicketDashboard>(({ tickets }) => tickets)
const ofEvent = ticketsTable<typeof contract.listEventTickets>(({ tickets }) => tickets)

export const routes = [
  ...bindList(
    contract.getTicketDashboard,
    [contract.exportTicketDashboard, contract.exportTicketDashboardSheet],
    listDashboard,
    ofDashboard,
  ),
  ...bindList(
    contract.listEventTickets,
    [contract.exportEventTickets, contract.exportEventTicketsSheet],
    listOfEvent,
    ofEvent,
  ),
  bind(contract.getEventTicket, getEventTicket),
  bind(promoters.getPromoterTickets, listPromoterTickets),
  ...bindList(sales.listEventSales, [sales.exportEventSales, sales.exportEventSalesSheet], listSales, salesTable),
]
