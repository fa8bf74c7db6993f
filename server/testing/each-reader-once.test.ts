/** Several readers of one change: when the mail of the second fails, a retry mails the first one no second time. */
import { expect, test, vi } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { confirmRegret, listRegrets, resolveRegret, submitRegret } from '#contract/sales/regrets.ts'
import type { GivenUser } from './given.ts'
import { textsAt } from './read-inbox.ts'
import type { SellingApp } from './selling-app.ts'
import { eachTestSettles } from './settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const bought = () => shop.paid({ event: { startsInHours: 24 * 30 } })

async function ticketIdsOf(eventId: string): Promise<string[]> {
  const rows = await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute()
  return rows.map(({ id }) => id)
}

/** Hands a ticket on, as a transfer leaves it. */
async function handOn(ticketId: string | undefined, from: GivenUser, to: GivenUser): Promise<void> {
  const id = ticketId ?? ''
  await shop.app.db
    .updateTable('tickets')
    .set({ holder_id: to.id, transfers: 1, epoch: 2 })
    .where('id', '=', id)
    .execute()
  const transfer = { id, ticket_id: id, from_id: from.id, to_id: to.id, epoch: 2 }
  await shop.app.db.insertInto('ticket_transfers').values(transfer).execute()
}

/** Runs `act`; the second mail whose subject matches fails at first. Gives who was mailed, sorted, after the retries. */
async function mailedBy(act: () => Promise<unknown>, subject: RegExp): Promise<(string | null)[]> {
  const mailed: string[] = []
  const { send } = shop.app.vendors.email
  let failures = 0
  const spy = vi.spyOn(shop.app.vendors.email, 'send').mockImplementation(async (message) => {
    if (subject.test(message.subject)) {
      if (mailed.length === 1 && failures === 0) {
        failures += 1
        throw new Error('away')
      }
      mailed.push(message.to)
    }
    return send(message)
  })
  try {
    await act()
    await shop.settle()
    await shop.advance({ minutes: 1 })
    await shop.settle()
  } finally {
    spy.mockRestore()
  }
  expect(failures).toBe(1)
  return mailed.toSorted()
}

test('a refund: its payer and the holder of the ticket', async () => {
  const { eventId, companyId, buyer } = await bought()
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const holder = await shop.given.user()
  const [ticketId = ''] = await ticketIdsOf(eventId)
  await handOn(ticketId, buyer, holder)
  const refund = () =>
    shop.call(
      refundTicketMoney,
      { params: { id: eventId }, body: { ticketId, reason: 'Cortaron la luz' } },
      { as: owner },
    )
  expect(await mailedBy(refund, /^Te devolvimos|ya no sirve$/)).toEqual([buyer.mail, holder.mail].toSorted())
})

test('a refund that failed: every owner and the team', async () => {
  const { eventId, companyId } = await bought()
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const other = await shop.given.user({ memberOf: { id: companyId } })
  const [ticketId = ''] = await ticketIdsOf(eventId)
  shop.simulator.control.setSwitches({ refundOutcome: 'rejected' })
  const refund = () =>
    shop.call(
      refundTicketMoney,
      { params: { id: eventId }, body: { ticketId, reason: 'Cortaron la luz' } },
      { as: owner },
    )
  const expected = [owner.mail, other.mail, brand.supportMail].toSorted()
  expect(await mailedBy(refund, /^No se pudo devolver/)).toEqual(expected)
})

test('a regret of tickets that were handed on: each holder', async () => {
  const { eventId, publicId, buyer } = await bought()
  const holders = [await shop.given.user(), await shop.given.user()]
  for (const [n, ticketId] of (await ticketIdsOf(eventId)).entries()) {
    const holder = holders[n]
    if (holder) await handOn(ticketId, buyer, holder)
  }
  const { code } = await shop.call(submitRegret, { body: { orderNumber: publicId } })
  await shop.settle()
  const texts = await textsAt(shop, buyer.mail ?? '')
  const token = /#token=([\w.-]+)/.exec(texts.join('\n'))?.[1] ?? ''
  const confirm = () => shop.call(confirmRegret, { params: { code }, body: { token, orderIds: [publicId] } })
  const expected = holders.map(({ mail }) => mail).toSorted()
  expect(await mailedBy(confirm, /pidió la devolución$/)).toEqual(expected)
})

test('the answer to a regret that names purchases of two buyers: each buyer their own', async () => {
  const [first, second] = [await bought(), await bought()]
  const body = { orderNumber: first.publicId, contact: second.buyer.mail ?? '' }
  const { code } = await shop.call(submitRegret, { body })
  await shop.settle()
  const team = await shop.given.user({ isGodAdmin: true })
  const { regrets } = await shop.call(listRegrets, { query: { search: code } }, { as: team })
  const resolve = (orderId: string) =>
    shop.call(
      resolveRegret,
      { params: { id: regrets[0]?.id ?? '' }, body: { decision: 'refuse', orderId, answer: 'No corresponde.' } },
      { as: team },
    )
  const resolveBoth = async () => {
    for (const { publicId } of [first, second]) await resolve(publicId)
  }
  expect(await mailedBy(resolveBoth, /^Respuesta/)).toEqual([first.buyer.mail, second.buyer.mail].toSorted())
})
