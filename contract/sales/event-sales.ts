/** What was paid for an event, purchase by purchase, for the people who manage it: it counts and sums to the metrics. Free orders are tickets alone. */
import * as z from 'zod/mini'
import { eventReaders } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { dateInput, instant } from '#contract/values/date-schemas.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'
import type { OrderState } from './checkout.ts'

const ofEvent = {
  access: eventReaders,
  whileImpersonating: 'read',
  live: { topic: 'event', of: 'params.id' },
  params: z.object({ id: idOf('event') }),
  failures: ['event_not_found'],
} as const

/** States of orders that sold something. */
export const SALE_STATES = [
  'paid',
  'partially_refunded',
  'refunded',
  'in_dispute',
] as const satisfies readonly OrderState[]
export type SaleState = (typeof SALE_STATES)[number]

export const eventSale = z.object({
  id: z.uuid(),
  /** Null for what was sold in person; that has the promoter who sold it. */
  orderNumber: z.nullable(z.string()),
  /** Contacts are masked except for administrators and the company's owner (rule R6.9). */
  buyer: z.object({ name: z.string(), mail: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  types: z.array(z.object({ name: z.string(), quantity: z.int() })),
  /** Of the menu, bought with them. */
  drinks: z.array(z.object({ name: z.string(), quantity: z.int() })),
  tickets: z.int(),
  /** With the service fee, where the buyer pays it. */
  paid: pesos,
  refunded: pesos,
  state: z.enum(SALE_STATES),
  promoterName: z.nullable(z.string()),
  discountCode: z.nullable(z.string()),
  paidAt: instant,
})
export type EventSale = z.infer<typeof eventSale>

export const listEventSales = listOf({
  ...ofEvent,
  path: '/api/v1/events/{id}/sales',
  summary: 'Las compras de un evento, con lo que se pagó y lo que se devolvió',
  rows: { sales: eventSale },
  filters: {
    state: z.optional(z.enum(SALE_STATES)),
    /** Local day of the payment. */
    date: z.optional(dateInput),
    /** The order's number, or words of the buyer's or the promoter's name, or a discount code. */
    search: z.optional(line({ max: 100 })),
  },
  sort: ['paidAt', 'paid', 'tickets', 'name'],
  order: 'desc',
})
export const exportEventSales = csvOf(listEventSales, 'Las compras de un evento, en un archivo')
export const exportEventSalesSheet = xlsxOf(listEventSales, 'Las compras de un evento, en una planilla de cálculo')
