/** Files that this module makes of its lists. */
import { figures } from '#contract/values/figures.ts'
import { formatOrderNumber } from '#contract/values/order-number.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import type { Answer, EndpointSpec } from '#contract/api/endpoint.ts'
import type { DeskTicket, TicketKind } from '#contract/sales/ticket-desk.ts'
import type { EventSale, listEventSales, SaleState } from '#contract/sales/event-sales.ts'
import type { TicketState } from '#contract/sales/tickets.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { moment } from '#server/shared/csv.ts'

const states: Record<TicketState, string> = {
  valid: 'Válida',
  used: 'Usada',
  refunded: 'Devuelta',
  cancelled: 'Anulada',
  expired: 'Vencida',
  suspended: 'Suspendida',
}
const kinds: Record<TicketKind, string> = {
  paid: 'Comprada',
  free: 'Gratis',
  courtesy: 'Cortesía',
  in_person: 'Vendida en persona',
}
const saleStates: Record<SaleState, string> = {
  paid: 'Pagada',
  partially_refunded: 'Devuelta en parte',
  refunded: 'Devuelta',
  in_dispute: 'En disputa',
}

/** The same columns for the dashboard and for one event. */
export function ticketsTable<List extends EndpointSpec>(
  rows: (answer: Answer<List>) => readonly DeskTicket[],
): CsvTable<List, DeskTicket> {
  return {
    name: 'entradas',
    rows,
    columns: [
      { header: 'Número', cell: ({ number }) => formatTicketNumber(number) },
      { header: 'Evento', cell: ({ event }) => event.name },
      { header: 'Tipo', cell: ({ type }) => type.name },
      { header: 'Estado', cell: ({ state }) => states[state] },
      { header: 'Origen', cell: ({ kind }) => kinds[kind] },
      { header: 'Precio', cell: ({ price }) => price, isMoney: true },
      { header: 'La tiene', cell: ({ holder }) => holder.name },
      { header: 'Mail', cell: ({ holder }) => holder.mail },
      { header: 'Teléfono', cell: ({ holder }) => holder.phone },
      { header: 'La compró o recibió primero', cell: ({ payerName, holder }) => payerName ?? holder.name },
      { header: 'RRPP', cell: ({ promoterName }) => promoterName },
      { header: 'Compra', cell: ({ orderNumber }) => orderNumber && formatOrderNumber(orderNumber) },
      { header: 'Emitida', cell: ({ createdAt }) => moment(createdAt) },
      { header: 'Ingresó', cell: ({ usedAt }) => moment(usedAt) },
    ],
  }
}

const linesText = (lines: EventSale['types']) => lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')

export const salesTable: CsvTable<typeof listEventSales, EventSale> = {
  name: 'ventas',
  rows: ({ sales }) => sales,
  columns: [
    {
      header: 'Compra',
      cell: ({ orderNumber }) => (orderNumber === null ? 'En persona' : formatOrderNumber(orderNumber)),
    },
    { header: 'Fecha', cell: ({ paidAt }) => moment(paidAt) },
    { header: 'Estado', cell: ({ state }) => saleStates[state] },
    { header: 'Quien compró', cell: ({ buyer }) => buyer.name },
    { header: 'Mail', cell: ({ buyer }) => buyer.mail },
    { header: 'Teléfono', cell: ({ buyer }) => buyer.phone },
    { header: 'Entradas', cell: ({ tickets }) => tickets },
    { header: 'Tipos', cell: ({ types }) => linesText(types) },
    {
      header: 'Bebidas',
      cell: ({ drinks }) => linesText(drinks),
    },
    { header: figures.paid.label, cell: ({ paid }) => paid, isMoney: true },
    { header: figures.refunded.label, cell: ({ refunded }) => refunded, isMoney: true },
    { header: 'RRPP', cell: ({ promoterName }) => promoterName },
    { header: 'Descuento', cell: ({ discountCode }) => discountCode },
  ],
}
