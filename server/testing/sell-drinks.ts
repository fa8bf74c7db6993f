/** Tickets that were bought with drinks, and the people who serve them. */
import { findVouchers, redeemVoucher, undoRedemption } from '#contract/sales/bar.ts'
import { addDrinks } from '#contract/sales/checkout-drinks.ts'
import { createMultiplePurchase } from '#contract/sales/checkout.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { newId } from '#server/shared/ids.ts'
import type { EventLiteral, GivenUser } from './given.ts'
import type { SellingApp } from './selling-app.ts'

/** A menu of beer at 6.000, gin at 9.500 and free water, and an event whose door is open. */
export async function openBar(shop: SellingApp, event: Omit<EventLiteral, 'company'> = { startsInHours: 2 }) {
  const sale = await shop.givenSale({ event })
  const { eventId, typeId } = sale
  const list = async (name: string, priceCents: number, position: number) => {
    const id = newId()
    const drink = { id, event_id: eventId, name, price_cents: priceCents, position }
    await shop.app.db.insertInto('drinks').values(drink).execute()
    return id
  }
  const menu = {
    beer: await list('Cerveza', 600_000, 1),
    gin: await list('Gin', 950_000, 2),
    water: await list('Agua', 0, 3),
  }
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  const barman = await shop.given.user({ name: 'Bruno Barra', staffOf: { id: eventId } })
  const cart = (drinks: Partial<Record<keyof typeof menu, number>>) =>
    Object.entries(drinks).map(([name, quantity]) => ({ drinkId: menu[name as keyof typeof menu], quantity }))
  const order = (buyer: GivenUser, drinks: Partial<Record<keyof typeof menu, number>>, quantity = 2, key?: string) =>
    shop.call(
      createMultiplePurchase,
      {
        body: {
          eventId,
          items: [{ ticketTypeId: typeId, quantity }],
          drinks: cart(drinks),
        },
      },
      { as: buyer, ...(key === undefined ? {} : { idempotencyKey: key }) },
    )
  const pay = async (purchase: Awaited<ReturnType<typeof order>>) => {
    const paymentId = await shop.simulator.control.pay(await shop.preferenceOf(purchase))
    await shop.settle()
    return paymentId
  }
  /** Drinks for a ticket that a person holds already. */
  const add = (holder: GivenUser, ticketId: string, drinks: Parameters<typeof order>[1], key?: string) =>
    shop.call(
      addDrinks,
      { params: { ticketId }, body: { drinks: cart(drinks) } },
      { as: holder, ...(key === undefined ? {} : { idempotencyKey: key }) },
    )
  /** A buyer's paid tickets in their order. */
  const sell = async (drinks: Parameters<typeof order>[1], quantity = 2) => {
    const buyer = await shop.given.user()
    const purchase = await order(buyer, drinks, quantity)
    const paymentId = await pay(purchase)
    return { buyer, purchase, paymentId, tickets: await ticketsOf(buyer) }
  }
  const ticketsOf = async (holder: GivenUser) =>
    (await shop.call(getMyTickets, { query: { when: 'all' } }, { as: holder })).tickets
  const scan = (code: string, as: GivenUser = barman) =>
    shop.call(findVouchers, { params: { id: eventId }, body: { code } }, { as })
  const redeem = (id: string, code: string, as: GivenUser = barman, key?: string) =>
    shop.call(
      redeemVoucher,
      { params: { id }, body: { code } },
      { as, ...(key === undefined ? {} : { idempotencyKey: key }) },
    )
  const undo = (id: string, as: GivenUser = barman) => shop.call(undoRedemption, { params: { id } }, { as })
  return { ...sale, menu, owner, barman, order, pay, add, sell, ticketsOf, scan, redeem, undo }
}
