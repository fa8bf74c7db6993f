/** Which ticket has which drink, and that an order without drinks asks for nothing. */
import { expect, test } from 'vitest'
import { shareVouchers } from './share-vouchers.ts'
import { voucherInserts, orderDrinkInserts } from './store.ts'

const order = { orderId: 'order', eventId: 'event' }
const drink = (drinkId: string, quantity: number) => ({
  drinkId,
  quantity,
  unitPriceCents: 600_000,
  unitFeeCents: 60_000,
})

test('each drink goes round the tickets from the first one', () => {
  const drinks = [drink('beer', 3), drink('gin', 1)]
  const vouchers = shareVouchers({ ...order, ticketIds: ['first', 'second'], drinks })
  expect(vouchers.map(({ drinkId, ticketId, position }) => [drinkId, ticketId, position])).toEqual([
    ['beer', 'first', 1],
    ['beer', 'second', 2],
    ['beer', 'first', 3],
    ['gin', 'first', 4],
  ])
})

test('an order without drinks sends no statement about them', () => {
  expect(orderDrinkInserts([])).toEqual([])
  expect(
    voucherInserts([
      { ...order, ticketIds: ['first'] },
      { ...order, ticketIds: ['second'], drinks: [] },
    ]),
  ).toEqual([])
  expect(voucherInserts([{ ...order, ticketIds: ['first'], drinks: [drink('beer', 2)] }])).toHaveLength(1)
})
