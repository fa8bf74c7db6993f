import { expect, test } from 'vitest'
import { decideRefunds, withinOrder } from './decide-refund.ts'
import type { TicketMoney } from './ticket-money.ts'

const ticket = (ticketId: string, changes: Partial<TicketMoney> = {}): TicketMoney => ({
  ticketId,
  orderId: 'order',
  paymentId: 'payment',
  state: 'valid',
  amountCents: 100,
  refundedCents: 0,
  leftCents: 100,
  orderLeftCents: 200,
  obstacle: null,
  ...changes,
})

test.each<[string, TicketMoney[], number[]]>([
  ['all of it is left', [ticket('a'), ticket('b')], [100, 100]],
  ['the seller gave half back', [ticket('a', { orderLeftCents: 100 }), ticket('b', { orderLeftCents: 100 })], [100, 0]],
  ['a part', [ticket('a', { orderLeftCents: 130 }), ticket('b', { orderLeftCents: 130 })], [100, 30]],
  [
    'what something stands against takes nothing',
    [ticket('a', { orderLeftCents: 100, obstacle: 'used' }), ticket('b', { orderLeftCents: 100 })],
    [0, 100],
  ],
  ['nothing was paid', [ticket('a', { orderLeftCents: null, leftCents: 0, obstacle: 'free' })], [0]],
  ['no tickets', [], []],
])('of an order: %s', (_, tickets, left) => {
  expect(withinOrder(tickets).map(({ leftCents }) => leftCents)).toEqual(left)
})

test('tickets end with what goes back of them; those without a share, used or unpaid are left alone', () => {
  const orderLeftCents = 100
  expect(
    decideRefunds([
      ticket('used', { orderLeftCents, state: 'used', obstacle: 'used' }),
      ticket('a', { orderLeftCents, leftCents: 60 }),
      ticket('b', { orderLeftCents, state: 'expired' }),
      ticket('c', { orderLeftCents }),
    ]),
  ).toEqual([
    { ticketId: 'a', paymentId: 'payment', amountCents: 60, endsTicket: true },
    { ticketId: 'b', paymentId: 'payment', amountCents: 40, endsTicket: true },
  ])
  expect(decideRefunds([ticket('unpaid', { paymentId: null })])).toEqual([])
})
