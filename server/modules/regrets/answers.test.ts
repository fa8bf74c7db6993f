/** What the team answers: whom it reaches, purchases that the team names, money that did not go back after all. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brand } from '#contract/platform/brand.ts'
import {
  confirmRegret,
  getRegret,
  listRegrets,
  nameRegretOrder,
  resolveRegret,
  submitRegret,
  type ManagedRegret,
} from '#contract/sales/regrets.ts'
import { readCounts } from '#server/shared/counts.ts'
import { fullReads } from '#server/testing/full-reads.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { listFailed } from './store.ts'
import { watchRegrets } from './watch-regrets.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const ANSWER = 'No encontramos ninguna compra con lo que escribiste.'
const bought = () => shop.paid({ event: { startsInHours: 24 * 30 } })
const submit = async (body: { orderNumber?: string; contact?: string }) => {
  const answer = await shop.call(submitRegret, { body })
  await shop.settle()
  return answer
}
const mailsTo = (recipient: string | null, part: string) =>
  shop.app.db
    .selectFrom('dev_inbox')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient ?? '')
    .where('subject', 'like', `%${part}%`)
    .orderBy('id')
    .execute()
const tokenAt = async (recipient: string | null, code: string) => {
  const mails = await mailsTo(recipient, code)
  return /#token=([\w.-]+)/.exec(mails.map(({ body }) => body).join('\n'))?.[1]
}
const read = (code: string, token?: string) =>
  shop.call(getRegret, { params: { code }, query: { ...(token !== undefined && { token }) } })
const god = () => shop.given.user({ isGodAdmin: true })
const managed = async (code: string, as: GivenUser) => {
  const { regrets } = await shop.call(listRegrets, { query: { search: code } }, { as })
  const [regret] = regrets
  if (!regret) throw new Error('There is no such regret')
  return regret
}
const resolve = async (
  { id }: ManagedRegret,
  as: GivenUser,
  body: { decision: 'refund' | 'refuse'; orderId?: string; withoutProof?: boolean },
) => {
  const answered = await shop.call(resolveRegret, { params: { id }, body: { ...body, answer: ANSWER } }, { as })
  await shop.settle()
  return answered
}
const name = async ({ id }: ManagedRegret, as: GivenUser, orderNumber: string) => {
  const named = await shop.call(nameRegretOrder, { params: { id }, body: { orderNumber } }, { as })
  await shop.settle()
  return named
}
const watch = () => shop.app.queue.runJob(shop.app, 'regrets.watch')

test('without any purchase the mail that was typed is answered, and the code alone never shows the answer', async () => {
  const team = await god()
  const { code } = await submit({ contact: 'Rita.Sosa@previa.test' })
  const answered = await resolve(await managed(code, team), team, { decision: 'refuse' })
  expect(answered).toMatchObject({ state: 'done', answerTo: 'contact' })
  const [mail, ...more] = await mailsTo('rita.sosa@previa.test', code)
  expect(more).toEqual([])
  expect(mail?.body).toContain(ANSWER)
  expect(mail?.body).toMatch(/^Hola\.$/m)
  // Until then it says the same of a purchase that there is and of one that there is not.
  expect(await read(code)).toMatchObject({ state: 'received', answer: null, isOverdue: false })
  await shop.advance({ hours: 24, minutes: 1 })
  expect(await read(code)).toMatchObject({ state: 'done', answer: null, orders: null, isOverdue: false })
})

test('a mailbox gets at most three answers a day', async () => {
  const team = await god()
  const kinds: string[] = []
  for (let asked = 0; asked < 4; asked += 1) {
    const { code } = await submit({ contact: 'llena@previa.test' })
    kinds.push((await resolve(await managed(code, team), team, { decision: 'refuse' })).answerTo)
  }
  expect(kinds).toEqual(['contact', 'contact', 'contact', 'nobody'])
  expect(await mailsTo('llena@previa.test', 'Respuesta')).toHaveLength(3)
})

test('after a day the code alone answers alike for a contact that bought and for one that did not', async () => {
  const { buyer } = await bought()
  const codes: string[] = []
  for (const contact of [buyer.mail ?? '', 'nadie-compro-esto@previa.test', '+54 9 11 2345 6789']) {
    codes.push((await submit({ contact })).code)
  }
  const plain = async (code: string) => {
    const { code: _, submittedAt: __, answerBy: ___, ...rest } = await read(code)
    return rest
  }
  const same = async () => {
    const [known, ...others] = await Promise.all(codes.map(plain))
    expect(others).toEqual([known, known])
    return known
  }
  await same()
  await shop.advance({ hours: 24, minutes: 1 })
  expect(await same()).toMatchObject({ state: 'with_person', isOverdue: true })
  const team = await god()
  for (const code of codes) await resolve(await managed(code, team), team, { decision: 'refuse' })
  expect(await same()).toEqual({ state: 'done', isOverdue: false, answer: null, orders: null })
})

test('the code shows a regret as late until the team answers it, and only its buyer gets the answer', async () => {
  const { publicId, buyer } = await bought()
  const { code } = await submit({ orderNumber: publicId })
  await shop.advance({ hours: 23, minutes: 59 })
  expect(await read(code)).toMatchObject({ state: 'received', isOverdue: false })
  await shop.advance({ minutes: 2 })
  expect(await read(code)).toMatchObject({ state: 'with_person', isOverdue: true, answer: null, orders: null })
  const team = await god()
  expect(await resolve(await managed(code, team), team, { decision: 'refuse' })).toMatchObject({ answerTo: 'buyer' })
  expect(await read(code)).toMatchObject({ state: 'done', isOverdue: false, answer: null, orders: null })
  expect(await read(code, await tokenAt(buyer.mail, code))).toMatchObject({ state: 'done', answer: ANSWER })
})

test('the team names a purchase by its whole number: it is seen, its buyer is written to, and it may go back', async () => {
  const team = await god()
  const { publicId, buyer } = await bought()
  const { code } = await submit({ contact: 'otra@previa.test' })
  const regret = await managed(code, team)
  expect(await shop.refusal(name(regret, team, 'ZZZZ ZZZZ'))).toBe('order_not_found')
  const named = await name(regret, team, publicId)
  expect(named).toMatchObject({
    answerTo: 'buyer',
    orders: [{ orderId: publicId, tickets: 2, amount: 39_600, obstacle: null, outcome: 'open', isNamed: true }],
  })
  await name(regret, team, publicId)
  expect(await mailsTo(buyer.mail, 'Tu arrepentimiento')).toHaveLength(1)
  const audited = await shop.app.db
    .selectFrom('audit_rows')
    .select('actor_id')
    .where('action', '=', 'regret.name-order')
    .where('object_id', '=', regret.id)
    .execute()
  expect(audited).toEqual([{ actor_id: team.id }])
  // No buyer confirmed it: it is refunded on the team's statement alone, which is recorded.
  expect(named.orders).toMatchObject([{ isUnproved: true }])
  for (const withoutProof of [undefined, false]) {
    const body = { decision: 'refund' as const, orderId: publicId, ...(withoutProof !== undefined && { withoutProof }) }
    expect(await shop.refusal(resolve(regret, team, body))).toBe('regret_unproved')
  }
  expect(await shop.refundsOf(publicId)).toEqual([])
  // People with the code alone, or with another typed mail, see nothing of it.
  await resolve(regret, team, { decision: 'refund', orderId: publicId, withoutProof: true })
  const { after } = await shop.app.db
    .selectFrom('audit_rows')
    .select('after')
    .where('action', '=', 'regret.resolve')
    .where('object_id', '=', regret.id)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ decision: 'refund', withoutProof: true })
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('refunded')
  expect(await mailsTo(buyer.mail, 'Respuesta')).toHaveLength(1)
  expect(await mailsTo('otra@previa.test', '')).toEqual([])
  expect(await shop.refusal(name(regret, team, publicId))).toBe('regret_done')
  await shop.advance({ hours: 25 })
  expect(await read(code)).toMatchObject({ state: 'done', answer: null, orders: null })
})

test('the buyer of a purchase that the team added confirms it by the link', async () => {
  const team = await god()
  const { publicId, buyer } = await bought()
  const { code } = await submit({ orderNumber: 'la de mi prima' })
  await name(await managed(code, team), team, publicId)
  const token = await tokenAt(buyer.mail, code)
  const confirmed = await shop.call(confirmRegret, {
    params: { code },
    body: { token: token ?? '', orderIds: [publicId] },
  })
  expect(confirmed).toMatchObject({ state: 'done', orders: [{ outcome: 'refunding' }] })
})

test('one that was named and that its buyer confirmed needs no other word of the team', async () => {
  const { publicId, buyer } = await bought()
  const { code } = await submit({ contact: 'otra-mas@previa.test' })
  await shop.advance({ hours: 24 * 20 })
  const { code: late } = await submit({ contact: 'otra-mas@previa.test' })
  const team = await god()
  for (const each of [code, late]) await name(await managed(each, team), team, publicId)
  const token = (await tokenAt(buyer.mail, late)) ?? ''
  await shop.call(confirmRegret, { params: { code: late }, body: { token, orderIds: [publicId] } })
  const waits = await managed(late, team)
  expect(waits).toMatchObject({ state: 'with_person', orders: [{ obstacle: 'too_late', isUnproved: false }] })
  expect((await managed(code, team)).orders).toMatchObject([{ isUnproved: true }])
  await resolve(waits, team, { decision: 'refund', orderId: publicId })
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('refunded')
})

test('a purchase that the team added counts as unconfirmed next to one of another buyer', async () => {
  const team = await god()
  const [mine, theirs] = [await bought(), await bought()]
  const { code } = await submit({ contact: 'de-dos@previa.test' })
  const { id } = await name(await managed(code, team), team, mine.publicId)
  const other = await shop.app.db
    .selectFrom('orders')
    .select('id as order_id')
    .where('public_id', '=', theirs.publicId)
    .executeTakeFirstOrThrow()
  await shop.app.db
    .insertInto('regret_orders')
    .values({ ...other, regret_id: id })
    .execute()
  await shop.app.db
    .updateTable('regret_orders')
    .set({ proved_at: shop.app.clock.now() })
    .where('regret_id', '=', id)
    .where('order_id', '=', other.order_id)
    .execute()
  const { orders } = await managed(code, team)
  expect(orders.map((order) => [order.orderId, order.isUnproved])).toEqual([
    [theirs.publicId, false],
    [mine.publicId, true],
  ])
})

test('purchases of two people do not come together in one regret, by name or by what was typed meanwhile', async () => {
  const team = await god()
  const [first, second] = [await bought(), await bought()]
  for (const typed of [{ orderNumber: first.publicId }, { contact: 'dos@previa.test' }]) {
    const { code } = await submit(typed)
    const regret = await managed(code, team)
    await name(regret, team, first.publicId)
    expect(await shop.refusal(name(regret, team, second.publicId))).toBe('regret_other_buyer')
    expect((await managed(code, team)).orders.map(({ orderId }) => orderId)).toEqual([first.publicId])
  }
  const { code } = await shop.call(submitRegret, { body: { orderNumber: second.publicId } })
  await name(await managed(code, team), team, first.publicId)
  expect((await managed(code, team)).orders.map(({ orderId }) => orderId)).toEqual([first.publicId])
  expect(await mailsTo(second.buyer.mail, code)).toEqual([])
})

test('a regret whose refund failed returns to a person, once, and may be decided again', async () => {
  const team = await god()
  const { publicId, buyer } = await bought()
  const { code } = await submit({ orderNumber: publicId })
  const token = await tokenAt(buyer.mail, code)
  shop.simulator.control.setSwitches({ refundOutcome: 'rejected' })
  await shop.call(confirmRegret, { params: { code }, body: { token: token ?? '', orderIds: [publicId] } })
  await shop.settle()
  expect((await shop.refundsOf(publicId)).map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(await fullReads(shop.app, listFailed)).toEqual([])
  for (let turn = 0; turn < 3; turn += 1) await watch()
  expect(await mailsTo(brand.supportMail, code)).toMatchObject([
    { subject: `Urgente: la plata del arrepentimiento ${code} no volvió` },
  ])
  const back = await managed(code, team)
  expect(back).toMatchObject({
    state: 'with_person',
    answer: null,
    orders: [{ outcome: 'with_person', failure: expect.stringMatching(/^[a-z_]+$/) }],
  })
  shop.simulator.control.behave()
  await resolve(back, team, { decision: 'refund', orderId: publicId })
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('refunded')
  await watch()
  // With nothing to report, the job reads only what it needs.
  expect(await fullReads(shop.app, watchRegrets)).toEqual([])
  expect(await managed(code, team)).toMatchObject({ state: 'done', orders: [{ outcome: 'refunding', failure: null }] })
  expect(await mailsTo(buyer.mail, 'Respuesta')).toHaveLength(1)
})

test('a refund that was let go is put back where nothing went back, and not where the seller gave it', async () => {
  const team = await god()
  const { publicId, buyer, paymentId } = await bought()
  const { code } = await submit({ orderNumber: publicId })
  const token = (await tokenAt(buyer.mail, code)) ?? ''
  await shop.call(confirmRegret, { params: { code }, body: { token, orderIds: [publicId] } })
  await shop.simulator.control.refund(paymentId)
  await shop.settle()
  expect((await shop.refundsOf(publicId)).filter(({ state }) => state === 'completed')).toEqual([])
  await watch()
  expect(await managed(code, team)).toMatchObject({ state: 'done', orders: [{ outcome: 'refunding' }] })

  const other = await bought()
  const { code: second } = await submit({ orderNumber: other.publicId })
  const link = (await tokenAt(other.buyer.mail, second)) ?? ''
  await shop.call(confirmRegret, { params: { code: second }, body: { token: link, orderIds: [other.publicId] } })
  await sql`
    with let_go as (
      update refunds set state = 'rejected', last_error = 'stopped', ended_at = app_now()
       where source = 'buyer_regret' and state = 'approved' returning ticket_id)
    update tickets set state = 'valid' where id in (select ticket_id from let_go)`.execute(shop.app.db)
  await watch()
  expect(await managed(second, team)).toMatchObject({ state: 'with_person', orders: [{ failure: 'stopped' }] })
})

test('what failed again after a second answer is put back again, and its answer is another mail', async () => {
  const { publicId, buyer } = await bought()
  const { code } = await submit({ orderNumber: publicId })
  shop.simulator.control.setSwitches({ refundOutcome: 'rejected' })
  for (let round = 0; round < 2; round += 1) {
    const team = await god()
    await resolve(await managed(code, team), team, { decision: 'refund', orderId: publicId })
    await watch()
    expect(await managed(code, team)).toMatchObject({ state: 'with_person', orders: [{ outcome: 'with_person' }] })
    await shop.advance({ hours: 24 })
  }
  expect(await mailsTo(brand.supportMail, code)).toHaveLength(2)
  expect(await mailsTo(buyer.mail, 'Respuesta')).toHaveLength(2)
})

test('a team that no mail reaches does not count as notified: an alarm is logged, and the next run notifies it', async () => {
  const { code } = await submit({ contact: 'nadie-compro@previa.test' })
  const refused = () =>
    readCounts()
      .filter(({ name: each, labels }) => each === 'regrets' && labels['result'] === 'refused')
      .reduce((sum, { value }) => sum + value, 0)
  const before = refused()
  const email = { isOn: true, send: async () => ({ refused: 'mailbox_full' }), close: async () => {} }
  await watchRegrets({ ...shop.app, vendors: { ...shop.app.vendors, email } })
  expect(refused()).toBeGreaterThan(before)
  expect(await mailsTo(brand.supportMail, code)).toEqual([])
  await watch()
  await watch()
  const messages = await shop.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', brand.supportMail)
    .where((eb) => eb.or([eb('subject', 'like', `%${code}%`), eb('body', 'like', `%${code}%`)]))
    .execute()
  expect(messages).toHaveLength(1)
})
