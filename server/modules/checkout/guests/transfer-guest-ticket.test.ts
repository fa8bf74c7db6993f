/** A ticket that was bought without a session is passed on by its device and a code to the buyer's own contact (rule R10.17). */
import { expect, test } from 'vitest'
import { getGuestOrder, joinGuestOrder, transferGuestTicket } from '#contract/sales/checkout-guest.ts'
import { deliver, newBuyer, onDevice, order as orderOf, proofOf } from '#server/testing/guests.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

async function bought() {
  const sale = await shop.givenSale({ type: { priceCents: 0 } })
  const [buyer, on] = [newBuyer(), onDevice()]
  const { order, token } = await orderOf(shop, sale, buyer, { on, quantity: 2 })
  await deliver(shop)
  const params = { publicId: order.publicId }
  const tickets = async () => (await shop.call(getGuestOrder, { params, query: { token } })).tickets
  const [first] = await tickets()
  const friend = newBuyer()
  const pass = (more: { contactProofs?: string[]; ticketId?: string; token?: string; on?: typeof on } = {}) =>
    shop.call(
      transferGuestTicket,
      {
        params,
        query: { token: more.token ?? token },
        body: {
          ...friend,
          ticketId: more.ticketId ?? first?.id ?? '',
          contactProofs: more.contactProofs ?? [],
        },
      },
      { headers: more.on ?? on },
    )
  return { buyer, on, params, token, first, friend, pass, tickets }
}

test.each(['mail', 'phone'] as const)(
  'the code to the buyer’s own %s passes it on, and its old code is dead',
  async (kind) => {
    const { buyer, on, first, friend, pass, tickets } = await bought()
    expect(await shop.refusal(pass())).toBe('contact_unproved')
    const contactProofs = [await proofOf(shop, buyer, on, kind)]
    expect(await pass({ contactProofs })).toEqual({ ticketId: first?.id })
    await deliver(shop)
    expect((await tickets()).map(({ id }) => id)).not.toContain(first?.id)
    expect(await textsAt(shop, friend.mail)).toHaveLength(1)
    expect(await shop.refusal(pass({ contactProofs })), 'once').toBe('ticket_not_found')
    expect(await shop.broken()).toEqual([])
  },
)

test('a forwarded link, another device, the code of a stranger and a ticket of another order pass nothing on', async () => {
  const [own, other] = [await bought(), await bought()]
  const [ofOwn, stranger] = [await proofOf(shop, own.buyer, own.on), onDevice()]
  const ofStranger = await proofOf(shop, newBuyer(), stranger)
  expect(await shop.refusal(own.pass({ on: stranger }))).toBe('contact_unproved')
  expect(await shop.refusal(own.pass({ on: stranger, contactProofs: [ofOwn] }))).toBe('contact_unproved')
  expect(await shop.refusal(own.pass({ on: stranger, contactProofs: [ofStranger] }))).toBe('contact_unproved')
  expect(await shop.refusal(own.pass({ contactProofs: [ofOwn], token: other.token }))).toBe('order_not_found')
  expect(await shop.refusal(own.pass({ contactProofs: [ofOwn], ticketId: other.first?.id ?? '' }))).toBe(
    'ticket_not_found',
  )
  expect(await own.tickets()).toHaveLength(2)
})

test('what joined an account is passed on from there alone; five at once are one', async () => {
  const joined = await bought()
  const owner = await shop.given.user({ mail: joined.buyer.mail, proved: ['mail'] })
  await shop.call(joinGuestOrder, { params: joined.params, query: { token: joined.token } }, { as: owner })
  const proof = await proofOf(shop, joined.buyer, joined.on, 'mail')
  expect(await shop.refusal(joined.pass({ contactProofs: [proof] }))).toBe('contact_unproved')
  const { buyer, on, pass, tickets } = await bought()
  const contactProofs = [await proofOf(shop, buyer, on)]
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => pass({ contactProofs })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await tickets()).toHaveLength(1)
})
