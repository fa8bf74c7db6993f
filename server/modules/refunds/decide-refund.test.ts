import { expect, test } from 'vitest'
import { decideRefunds } from './decide-refund.ts'
import type { TicketMoney } from './ticket-money.ts'

const ticket = (ticketId: string, changes: Partial<TicketMoney> = {}): TicketMoney => ({
  ticketId,
  isDrinks: false,
  orderId: 'order',
  paymentId: 'payment',
  state: 'valid',
  isTransferred: false,
  amountCents: 100,
  refundedCents: 0,
  leftCents: 100,
  sharedCents: 100,
  obstacle: null,
  ...changes,
})

test('tickets end with what goes back of them; those without a share, used or unpaid are left alone', () => {
  expect(
    decideRefunds([
      ticket('used', { sharedCents: 0, state: 'used', obstacle: 'used' }),
      ticket('a', { leftCents: 60, sharedCents: 60 }),
      ticket('b', { sharedCents: 40, state: 'expired' }),
      ticket('c', { sharedCents: 0 }),
    ]),
  ).toEqual([
    { ticketId: 'a', paymentId: 'payment', amountCents: 60, endsTicket: true },
    { ticketId: 'b', paymentId: 'payment', amountCents: 40, endsTicket: true },
  ])
  expect(decideRefunds([ticket('unpaid', { paymentId: null })])).toEqual([])
})
