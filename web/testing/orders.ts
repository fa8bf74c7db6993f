import type { Order, PastOrder } from '#contract/sales/checkout.ts'

/** A purchase of Camila's of two tickets, as she looks back at it. */
export const pastOrder: PastOrder = {
  publicId: 'Bp1ZbRBp1ZbRBp1ZbRBp1Z',
  number: '7KQ29XM8',
  eventId: '01990000-0000-7000-8000-00000000000c',
  eventSlug: null,
  eventName: 'Fiesta Lunar',
  eventStart: '2026-11-29T02:30:00.000Z',
  flyer: null,
  state: 'paid',
  heldUntil: null,
  payUntil: null,
  secondsToPay: null,
  lines: [
    {
      ticketTypeId: '01990000-0000-7000-8000-00000000000b',
      name: 'General',
      quantity: 2,
      unitPriceCents: 1_800_000,
      unitDiscountCents: 0,
      unitFeeCents: 180_000,
    },
  ],
  drinks: [],
  discountCode: null,
  discountCents: 0,
  subtotalCents: 3_600_000,
  feeCents: 360_000,
  totalCents: 3_960_000,
  createdAt: '2026-11-20T15:00:00.000Z',
  paidAt: '2026-11-20T15:03:00.000Z',
  refundedCents: 0,
  payment: { status: 'approved', method: 'visa' },
  refunds: [],
  hasReceipt: true,
  invoices: [],
}

/** The same while it waits for its payment. */
export const heldOrder: PastOrder = {
  ...pastOrder,
  state: 'pending_payment',
  heldUntil: '2026-11-20T15:15:00.000Z',
  payUntil: '2026-11-20T15:14:00.000Z',
  secondsToPay: 750,
  paidAt: null,
  payment: null,
  hasReceipt: false,
}

/** As a purchase answers with it, of nothing in particular. */
export const placedOrder: Order = {
  publicId: 'Bp1ZbRBp1ZbRBp1ZbRBp1Z',
  eventId: '01990000-0000-7000-8000-0000000000e1',
  eventName: 'Fiesta Lunar',
  state: 'reserved',
  heldUntil: null,
  payUntil: null,
  lines: [],
  drinks: [],
  discountCode: null,
  discountCents: 0,
  subtotalCents: 0,
  feeCents: 0,
  totalCents: 0,
  createdAt: '2026-11-20T20:00:00-03:00',
}

/** How `pastOrder` is doing, as the page of its result asks. */
export const paidStatus = {
  state: 'paid',
  nextStep: 'tickets',
  isOfDrinks: false,
  isFree: false,
  sentTo: null,
  heldUntil: null,
  payUntil: null,
  secondsToPay: null,
  eventId: pastOrder.eventId,
  eventSlug: null,
  reason: null,
} as const
