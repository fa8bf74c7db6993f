/** What a sale or a scan needs has connections of its own: slow screens do not delay the counter or the door. */
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase, getOrders } from '#contract/sales/checkout.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import { applyPayment } from '#server/modules/checkout/incoming-payments/apply-payment.ts'
import { SCREENS } from './app.ts'
import { createSellingApp, type SellingApp } from './selling-app.ts'

let shop: SellingApp
beforeAll(async () => {
  shop = await createSellingApp()
})
afterAll(() => shop.close())

/** Runs `work` while every connection of the screens is taken. */
async function whileScreensAreSlow<Result>(work: () => Promise<Result>): Promise<Result> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let taken = 0
  const screens = Array.from({ length: SCREENS }, () =>
    shop.app.db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      taken += 1
      await released
    }),
  )
  while (taken < SCREENS) await wait(1)
  try {
    return await work()
  } finally {
    release()
    await Promise.all(screens)
  }
}

test('with every connection of the screens busy, people buy, free tickets are issued, payments confirmed and tickets scanned', async () => {
  const sale = await shop.givenSale({ event: { startsInHours: 2 } })
  const free = await shop.given.ticketType({ event: { id: sale.eventId }, priceCents: 0 })
  const [buyer, doorman] = [
    await shop.given.user(),
    await shop.given.user({ staffOf: { id: sale.eventId }, staffKind: 'SCANNER' }),
  ]
  const paid = await shop.sentToPay()
  await shop.simulator.control.pay(paid.preferenceId)
  const account = { accessToken: `APP_USR-${paid.collectorId}`, collectorId: paid.collectorId }
  const { items } = await shop.app.vendors.payments.searchPayments(account, paid.publicId)
  const [payment] = items
  if (!payment) throw new Error('it was just paid')
  const ticket = await shop.given.ticket({ type: { id: sale.typeId, eventId: sale.eventId } })
  const buy = (ticketTypeId: string) =>
    shop.call(createPurchase, { body: { eventId: sale.eventId, ticketTypeId, quantity: 1 } }, { as: buyer })

  await whileScreensAreSlow(async () => {
    expect((await buy(sale.typeId)).order.state).toBe('reserved')
    expect((await buy(free.id)).order.state).toBe('paid')
    expect(await applyPayment(shop.app, payment)).toBe('applied')
    const body = { eventId: sale.eventId, code: ticket.code, via: 'qr' }
    const scan = await shop.call(scanTicket, { params: { ticketId: ticket.id }, body }, { as: doorman })
    expect(scan.attendanceIndicators.scanned).toBe(1)
    // The control: a screen does wait.
    const screen = shop.call(getOrders, { query: {} }, { as: buyer }).then(() => 'shown')
    expect(await Promise.race([screen, wait(300).then(() => 'waiting')])).toBe('waiting')
    void screen.catch(() => {})
  })
}, 20_000)
