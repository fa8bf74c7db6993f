/** An order without a session joins the account of who verifies its contact, never before (rule R10.17). */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { completeProfile } from '#contract/accounts/accounts-google.ts'
import { activateAccount, confirmContactCode, requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import { requestDeletion, resolveDeletion } from '#contract/accounts/privacy.ts'
import { getOrders } from '#contract/sales/checkout.ts'
import { getGuestOrder, joinGuestOrder } from '#contract/sales/checkout-guest.ts'
import { getGuestReceipt } from '#contract/sales/receipts.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { deliver, newBuyer, onDevice, order as orderOf, type TypedContacts } from '#server/testing/guests.ts'
import { codeAt, linkAt } from '#server/testing/read-inbox.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { inControl, rewriteFunction, type SellingPair } from '#server/testing/selling-pair.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { tries } from '#server/testing/tries.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

type Bought = Awaited<ReturnType<typeof orderOf>>
const e164 = ({ phone }: TypedContacts) => `+549${phone.replaceAll(' ', '')}`
const tokenOf = ({ order, token }: Bought) => ({ params: { publicId: order.publicId }, query: { token } })
const ticketsOf = async (as: GivenUser | { token: string }) =>
  (await shop.call(getMyTickets, { query: {} }, { as })).tickets
const ordersOf = async (as: GivenUser) =>
  (await shop.call(getOrders, { query: {} }, { as })).orders.map(({ publicId }) => publicId)

async function pay(bought: Bought, on: SellingApp = shop): Promise<void> {
  await on.simulator.control.pay(await on.preferenceOf(bought))
  await deliver(on)
}

test('the link of the mail gives the account its password, its order and its tickets', async () => {
  const sale = await shop.givenSale()
  const buyer = { ...newBuyer(), birthDate: '1995-04-12' }
  const bought = await orderOf(shop, sale, buyer, { quantity: 2 })
  await pay(bought)
  const token = (await linkAt(shop, buyer.mail, 'activation')) ?? ''
  const { session } = await shop.call(activateAccount, {
    body: { token, newPassword: 'una-clave-bien-larga', acceptTerms: true },
  })
  // A birth date that was typed at a checkout may be anybody's, and the phone waits to be verified.
  expect(session).toMatchObject({
    name: buyer.name,
    mail: buyer.mail,
    isMailProved: true,
    phone: null,
    pendingPhone: e164(buyer),
    birthDate: null,
  })
  expect(await ticketsOf(session ?? { token: '' })).toHaveLength(2)
  expect((await shop.call(getGuestOrder, tokenOf(bought))).tickets).toHaveLength(2)
})

test('the phone that was typed waits in the account that the mail opened: a code verifies it, and confirming it as it stands leaves none waiting', async () => {
  const opened = async () => {
    const buyer = newBuyer()
    await pay(await orderOf(shop, await shop.givenSale(), buyer))
    const token = (await linkAt(shop, buyer.mail, 'activation')) ?? ''
    const body = { token, newPassword: 'una-clave-bien-larga', acceptTerms: true } as const
    const { session } = await shop.call(activateAccount, { body })
    return { phone: e164(buyer), as: session ?? { token: '' } }
  }
  const one = await opened()
  await shop.call(requestContactCode, { body: { kind: 'phone' } }, { as: one.as })
  const code = (await codeAt(shop, one.phone)) ?? ''
  await shop.call(confirmContactCode, { body: { kind: 'phone', code } }, { as: one.as })
  const verified = { phone: one.phone, pendingPhone: null, isPhoneProved: true }
  expect(await shop.call(getProfile, undefined, { as: one.as })).toMatchObject(verified)
  const other = await opened()
  await shop.call(completeProfile, { body: { phone: other.phone } }, { as: other.as })
  const given = { phone: other.phone, pendingPhone: null, isPhoneProved: false }
  expect(await shop.call(getProfile, undefined, { as: other.as })).toMatchObject(given)
})

test('the link joins it to the account that verified that mail before; its password stays, and strangers see nothing of it', async () => {
  const sale = await shop.givenSale()
  const buyer = newBuyer()
  const owner = await shop.given.user({ name: 'Dueña Verdadera', mail: buyer.mail, proved: ['mail'] })
  const bought = await orderOf(shop, sale, buyer)
  await pay(bought)
  expect(await ticketsOf(owner)).toEqual([])
  const before = [await shop.call(getGuestOrder, tokenOf(bought)), await receiptOf(bought)]
  const token = (await linkAt(shop, buyer.mail, 'activation')) ?? ''
  const answer = await shop.call(activateAccount, {
    body: { token, newPassword: 'una-clave-bien-larga', acceptTerms: true },
  })
  expect(answer).not.toHaveProperty('session')
  expect(await ticketsOf(owner)).toMatchObject([{ holderName: buyer.name }])
  expect(await ordersOf(owner)).toEqual([bought.order.publicId])
  expect([await shop.call(getGuestOrder, tokenOf(bought)), await receiptOf(bought)]).toEqual(before)
})

async function receiptOf(bought: Bought): Promise<string> {
  const file = await shop.call(getGuestReceipt, tokenOf(bought))
  return Buffer.from(await file.arrayBuffer()).toString('base64')
}

test('a code to the phone joins what was bought with it; nothing joins before', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 0 } })
  const buyer = newBuyer()
  const person = await shop.given.user({ phone: e164(buyer), proved: [] })
  const bought = await orderOf(shop, sale, buyer)
  expect(await shop.refusal(shop.call(joinGuestOrder, tokenOf(bought), { as: person }))).toBe('contact_not_yours')
  expect(await ticketsOf(person)).toEqual([])
  await shop.call(requestContactCode, { body: { kind: 'phone' } }, { as: person })
  const code = (await codeAt(shop, e164(buyer))) ?? ''
  await shop.call(confirmContactCode, { body: { kind: 'phone', code } }, { as: person })
  expect(await ticketsOf(person)).toHaveLength(1)
})

test('with the token, the account that verified one of the contacts takes it; another account, or another token, does not', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 0 } })
  const buyer = newBuyer()
  const bought = await orderOf(shop, sale, buyer)
  const owner = await shop.given.user({ phone: e164(buyer), proved: ['phone'] })
  const stranger = await shop.given.user()
  expect(await shop.refusal(shop.call(joinGuestOrder, tokenOf(bought), { as: stranger }))).toBe('contact_not_yours')
  const strange = { ...tokenOf(bought), query: { token: (await orderOf(shop, sale, newBuyer())).token } }
  expect(await shop.refusal(shop.call(joinGuestOrder, strange, { as: owner }))).toBe('order_not_found')
  await shop.call(joinGuestOrder, tokenOf(bought), { as: owner })
  await shop.call(joinGuestOrder, tokenOf(bought), { as: owner })
  expect(await ticketsOf(owner)).toHaveLength(1)
})

test('an account without a phone that it joins by its mail is offered the typed one, which waits for its code; one that has a phone keeps it', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 0 } })
  const profile = (as: GivenUser) => shop.call(getProfile, undefined, { as })
  const byKey = newBuyer()
  const one = await shop.given.user({ mail: byKey.mail, phone: null, proved: ['mail'] })
  await shop.call(joinGuestOrder, tokenOf(await orderOf(shop, sale, byKey)), { as: one })
  expect(await profile(one)).toMatchObject({ phone: null, pendingPhone: e164(byKey), isPhoneProved: false })
  const byLink = newBuyer()
  const other = await shop.given.user({ mail: byLink.mail, phone: null, proved: ['mail'] })
  await orderOf(shop, sale, byLink)
  await deliver(shop)
  const token = (await linkAt(shop, byLink.mail, 'activation')) ?? ''
  await shop.call(activateAccount, { body: { token, newPassword: 'una-clave-bien-larga', acceptTerms: true } })
  expect(await profile(other)).toMatchObject({ phone: null, pendingPhone: e164(byLink) })
  const again = newBuyer()
  const third = await shop.given.user({ mail: again.mail, proved: ['mail'] })
  const { phone } = await profile(third)
  await shop.call(joinGuestOrder, tokenOf(await orderOf(shop, sale, again)), { as: third })
  expect(await profile(third)).toMatchObject({ phone, pendingPhone: null })
})

test('an unpaid order comes with its places; of two of one event the own one stays, and the late payment of the other is dealt with', async () => {
  const sale = await shop.givenSale({ type: { capacity: 100 } })
  const other = await shop.givenSale()
  const buyer = newBuyer()
  const owner = await shop.given.user({ phone: e164(buyer), proved: ['phone'] })
  const own = await shop.buy(owner, sale.typeId, sale.eventId, 2)
  const [twin, lone] = [await orderOf(shop, sale, buyer, { quantity: 3 }), await orderOf(shop, other, buyer)]
  const preferenceId = await shop.preferenceOf(twin)
  await shop.call(joinGuestOrder, tokenOf(twin), { as: owner })
  const states = [own, twin, lone].map(({ order }) => shop.orderState(order.publicId))
  expect(await Promise.all(states)).toEqual(['reserved', 'cancelled', 'reserved'])
  expect(await shop.stockOf(sale.typeId)).toEqual({ held: 2, sold: 0 })
  expect(await shop.broken()).toEqual([])
  await shop.simulator.control.pay(preferenceId)
  await pay(lone)
  expect(await ticketsOf(owner)).toHaveLength(4)
})

test('an account that is erased takes the typed name with it, and the token shows no ticket that opens a door', async () => {
  const sale = await shop.givenSale({ type: { priceCents: 0 } })
  const buyer = newBuyer()
  const bought = await orderOf(shop, sale, buyer)
  const owner = await shop.given.user({ phone: e164(buyer), proved: ['phone'] })
  const legal = await shop.given.user({ isLegal: true })
  await shop.call(joinGuestOrder, tokenOf(bought), { as: owner })
  const body = { confirmation: 'ELIMINAR', ticketsGivenUp: 1 } as const
  const { id } = await shop.call(requestDeletion, { body }, { as: owner })
  await shop.call(resolveDeletion, { params: { id }, body: { action: 'approve' } }, { as: legal })
  await shop.advance({ seconds: 11 })
  await shop.drain()
  const left = await shop.call(getGuestOrder, tokenOf(bought))
  expect(JSON.stringify(left)).not.toContain(buyer.name)
  expect(left.tickets.map(({ code }) => code)).toEqual([null])
})

/**
 * Paying, ordering again and joining at once: whatever comes first, all tickets and counters are the owner's in the end. Gives the
 * tickets of no account that can sign in.
 */
async function race({ shop, twin }: SellingPair, rounds: number): Promise<number> {
  for (let round = 0; round < rounds; round += 1) {
    const sale = await shop.givenSale({ type: { capacity: 100 } })
    const buyer = newBuyer()
    const owner = await shop.given.user({ phone: e164(buyer), proved: ['phone'] })
    const bought = await orderOf(shop, sale, buyer)
    const preferenceId = await shop.preferenceOf(bought)
    const paying = shop.simulator.control.pay(preferenceId).then(() => shop.settle())
    const joining = twin.call(joinGuestOrder, tokenOf(bought), { as: owner })
    const again = orderOf(twin, await shop.givenSale(), buyer)
    await Promise.all([paying, joining, again])
    await shop.settle()
  }
  const { rows } = await sql<{ lost: number }>`
    select count(*)::int as lost from tickets t join users u on u.id = t.holder_id where u.state = 'deleted'`.execute(
    shop.app.db,
  )
  return rows[0]?.lost ?? 0
}

test('a payment, another order and the join at once lose nothing', async () => {
  expect(
    await inControl(
      async () => {},
      (pair) => race(pair, tries(5, 200)),
    ),
  ).toBe(0)
})

/**
 * An order that has read its buyer as pending writes only once the buyer was joined, or a second later: a guard makes the join wait for it, else
 * it is written to an account that is no more. Returns how many orders no account has.
 */
async function orderWhileJoining({ shop, twin }: SellingPair): Promise<number> {
  const { db } = shop.app
  const [first, second] = [await shop.givenSale(), await shop.givenSale()]
  const [buyer, on] = [newBuyer(), onDevice()]
  const owner = await shop.given.user({ phone: e164(buyer), proved: ['phone'] })
  const bought = await orderOf(shop, first, buyer, { on })
  await sql`create sequence writers`.execute(db)
  await sql`
    create function await_join() returns trigger language plpgsql as $$
    declare
      until constant timestamptz := clock_timestamp() + interval '1 s';
    begin
      perform nextval('writers');
      while not exists (select from users where joined_to is not null) and clock_timestamp() < until loop
        perform pg_sleep(0.01);
      end loop;
      return null;
    end $$`.execute(db)
  await sql`create trigger await_join before insert on orders for each statement execute function await_join()`.execute(
    db,
  )
  const ordering = orderOf(twin, second, buyer, { on })
  await vi.waitFor(async () => {
    const { rows } = await sql<{ has: boolean }>`select is_called as has from writers`.execute(db)
    expect(rows[0]?.has).toBe(true)
  }, 10_000)
  await Promise.all([ordering, shop.call(joinGuestOrder, tokenOf(bought), { as: owner })])
  const { rows } = await sql<{ lost: number }>`
    select count(*)::int as lost from orders o join users u on u.id = o.buyer_id where u.state = 'deleted'`.execute(db)
  return rows[0]?.lost ?? 0
}

test('an order that is written while its buyer is joined goes with them', async () => {
  expect(await inControl(async () => {}, orderWhileJoining)).toBe(0)
})

test('control: a buyer that the order does not lock is joined under it, and the order belongs to no account', async () => {
  const weaken = (control: SellingApp) =>
    rewriteFunction(control, 'checkout_lock_batch', (text) => text.replace(/perform from users u[^;]*;/, 'null;'))
  expect(await inControl(weaken, orderWhileJoining)).toBe(1)
})
