/** One regret that leads to purchases of two people: proof, state and answer are each buyer's own. */
import { expect, test } from 'vitest'
import { confirmRegret, getRegret, listRegrets, resolveRegret, submitRegret } from '#contract/sales/regrets.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const bought = () => shop.paid({ event: { startsInHours: 24 * 30 } })
const mailsTo = ({ mail }: GivenUser, part: string) =>
  shop.app.db
    .selectFrom('dev_inbox')
    .select(['subject', 'body'])
    .where('recipient', '=', mail ?? '')
    .where('subject', 'like', `%${part}%`)
    .orderBy('id')
    .execute()
const tokenOf = async (buyer: GivenUser, code: string) => {
  const mails = await mailsTo(buyer, code)
  return /#token=([\w.-]+)/.exec(mails.map(({ body }) => body).join('\n'))?.[1] ?? ''
}

/** A regret that names the first person's own purchase and the second's mail. */
async function shared() {
  const [mine, theirs] = [await bought(), await bought()]
  const { code } = await shop.call(submitRegret, {
    body: { orderNumber: mine.publicId, contact: theirs.buyer.mail ?? '' },
  })
  await shop.settle()
  const managed = async () => {
    const team = await shop.given.user({ isGodAdmin: true })
    const { regrets } = await shop.call(listRegrets, { query: { search: code } }, { as: team })
    const [regret] = regrets
    if (!regret) throw new Error('There is no such regret')
    return regret
  }
  const orderOf = async (publicId: string) => (await managed()).orders.find(({ orderId }) => orderId === publicId)
  const confirm = async (buyer: GivenUser, ...orderIds: string[]) =>
    shop.call(confirmRegret, {
      params: { code },
      body: { token: await tokenOf(buyer, code), orderIds },
    })
  const read = async (buyer: GivenUser) =>
    shop.call(getRegret, { params: { code }, query: { token: await tokenOf(buyer, code) } })
  const resolve = async (body: {
    decision: 'refund' | 'refuse'
    orderId?: string
    withoutProof?: boolean
    answer: string
  }) => {
    const { id } = await managed()
    const team = await shop.given.user({ isGodAdmin: true })
    await shop.call(resolveRegret, { params: { id }, body }, { as: team })
    await shop.settle()
  }
  return { mine, theirs, code, managed, orderOf, confirm, read, resolve }
}

test('a confirmation verifies and ends the purchases of its buyer alone, and the other time runs on', async () => {
  const { mine, theirs, managed, orderOf, confirm, read, resolve } = await shared()
  expect(await confirm(mine.buyer, mine.publicId)).toMatchObject({
    state: 'done',
    orders: [{ orderId: mine.publicId }],
  })
  expect(await orderOf(mine.publicId)).toMatchObject({ isProved: true, isUnproved: false, state: 'done' })
  expect(await orderOf(theirs.publicId)).toMatchObject({ isProved: false, isUnproved: true, state: 'received' })
  expect(await managed()).toMatchObject({ isProved: false, state: 'received' })
  expect(await read(theirs.buyer)).toMatchObject({ state: 'received', orders: [{ orderId: theirs.publicId }] })
  const refund = { decision: 'refund' as const, orderId: theirs.publicId, answer: 'Te devolvemos la compra.' }
  expect(await shop.refusal(resolve(refund))).toBe('regret_unproved')
  expect(await shop.refundsOf(theirs.publicId)).toEqual([])

  // The other link was not opened: it goes to a person at its own time.
  await shop.advance({ hours: 20, minutes: 1 })
  await shop.app.queue.runJob(shop.app, 'regrets.watch')
  expect(await orderOf(theirs.publicId)).toMatchObject({ state: 'with_person' })
  expect(await orderOf(mine.publicId)).toMatchObject({ state: 'done' })
  await shop.advance({ hours: 4 })
  expect(await read(mine.buyer)).toMatchObject({ state: 'done', isOverdue: false })
  expect(await read(theirs.buyer)).toMatchObject({ state: 'with_person', isOverdue: true })
})

test('one’s own link gives no purchase of another buyer back, though it names that one too or alone', async () => {
  const { mine, theirs, orderOf, confirm } = await shared()
  expect(await shop.refusal(confirm(mine.buyer, theirs.publicId))).toBe('order_not_found')
  expect(await confirm(mine.buyer, mine.publicId, theirs.publicId)).toMatchObject({
    orders: [{ orderId: mine.publicId, outcome: 'refunding' }],
  })
  expect(await orderOf(theirs.publicId)).toMatchObject({ isProved: false, state: 'received', outcome: 'open' })
  expect(await shop.refundsOf(theirs.publicId)).toEqual([])
})

test('an answer about one purchase is read and mailed to its buyer alone, and leaves the other open', async () => {
  const { mine, theirs, code, managed, read, resolve } = await shared()
  const answer = 'Te la devolvemos porque hablamos con vos.'
  await resolve({ decision: 'refund', orderId: theirs.publicId, withoutProof: true, answer })
  expect(await mailsTo(theirs.buyer, 'Respuesta')).toHaveLength(1)
  expect(await mailsTo(mine.buyer, 'Respuesta')).toEqual([])
  expect(await read(theirs.buyer)).toMatchObject({ state: 'done', answer })
  const own = await read(mine.buyer)
  expect(own).toMatchObject({ state: 'received', answer: null, orders: [{ orderId: mine.publicId, answer: null }] })
  expect(JSON.stringify(own)).not.toContain(theirs.publicId)
  expect(await managed()).toMatchObject({ state: 'received' })
  const refusal = 'No corresponde: ya la usaste.'
  await resolve({ decision: 'refuse', orderId: mine.publicId, answer: refusal })
  expect(await read(mine.buyer)).toMatchObject({ state: 'done', answer: refusal })
  expect(await read(theirs.buyer)).toMatchObject({ state: 'done', answer })
  expect((await mailsTo(theirs.buyer, 'Respuesta')).map(({ body }) => body).join()).not.toContain(refusal)
  expect(await managed()).toMatchObject({ state: 'done', code })
})

test('a refusal that names no purchase is not written to two buyers at once', async () => {
  const { managed, mine, resolve, orderOf } = await shared()
  expect(await shop.refusal(resolve({ decision: 'refuse', answer: 'No corresponde a ninguna.' }))).toBe(
    'regret_several_buyers',
  )
  await resolve({ decision: 'refuse', orderId: mine.publicId, answer: 'No corresponde por la fecha.' })
  await resolve({ decision: 'refuse', answer: 'Tampoco corresponde esta.' })
  expect(await managed()).toMatchObject({ state: 'done' })
  expect(await orderOf(mine.publicId)).toMatchObject({ answer: 'No corresponde por la fecha.' })
})
