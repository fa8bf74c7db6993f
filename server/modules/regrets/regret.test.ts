/** Regretting a purchase: a code for every submission, money for the buyer, and a person where no rule decides. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirmRegret, getRegret, listRegrets, resolveRegret, submitRegret } from '#contract/sales/regrets.ts'
import { brand } from '#contract/platform/brand.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { inTransaction } from '#server/context.ts'
import { newId } from '#server/shared/ids.ts'
import { normaliseOrderNumber } from '#contract/values/order-number.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { tries } from '#server/testing/tries.ts'
import { findCandidateOrders } from './queries-people.ts'
import { insertRegret } from './store.ts'
import { lookUpRegret } from './submit-regret.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const submit = async (body: { orderNumber?: string; contact?: string }) => {
  const answer = await shop.call(submitRegret, { body })
  await shop.settle()
  return answer
}
const linkAt = async (recipient: string | null, code: string) => {
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select('body')
    .where('recipient', '=', recipient ?? '')
    .where('subject', 'like', `%${code}%`)
    .execute()
  return /#token=([\w.-]+)/.exec(mails.map(({ body }) => body).join('\n'))?.[1] ?? ''
}
const subjectsTo = async (recipient: string | null, part: string) => {
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', recipient ?? '')
    .where('subject', 'like', `%${part}%`)
    .orderBy('id')
    .execute()
  return mails.map(({ subject }) => subject)
}
/** In how many mails the team read this. */
const toldTeam = async (text: string) => {
  const mails = await shop.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', brand.supportMail)
    .where((eb) => eb.or([eb('subject', 'like', `%${text}%`), eb('body', 'like', `%${text}%`)]))
    .execute()
  return mails.length
}
const read = (code: string, token?: string) =>
  shop.call(getRegret, { params: { code }, query: { ...(token !== undefined && { token }) } })
const confirm = (code: string, token: string, orderIds: string[]) =>
  shop.call(confirmRegret, { params: { code }, body: { token, orderIds } })
const bought = () => shop.paid({ event: { startsInHours: 24 * 30 } })

test('by the number of the purchase: a code at once, the link to its buyer, and all of it goes back by itself', async () => {
  const { publicId, buyer, paymentId, eventId, typeId } = await bought()
  const { code, state, orders } = await submit({ orderNumber: publicId })
  expect([state, orders]).toEqual(['received', null])
  const token = await linkAt(buyer.mail, code)
  expect(await read(code.toLowerCase(), token)).toMatchObject({
    orders: [{ orderId: publicId, tickets: 2, amount: 39_600, isEligible: true, obstacle: null, outcome: 'open' }],
  })
  const done = await confirm(code, token, [publicId])
  expect(done).toMatchObject({ state: 'done', orders: [{ outcome: 'refunding', isEligible: false }] })
  expect((await shop.ticketsOf(eventId)).map((ticket) => ticket.state)).toEqual(['suspended', 'suspended'])
  await confirm(code, token, [publicId])
  await shop.settle()
  await shop.settle()
  expect(shop.simulator.control.payment(paymentId)).toMatchObject({
    refundedCents: 3_960_000,
    marketplaceReturnedCents: 360_000,
  })
  expect(await shop.orderState(publicId)).toBe('refunded')
  expect(await shop.stockOf(typeId)).toEqual({ held: 0, sold: 0 })
  expect((await shop.refundsOf(publicId)).map(({ source, state: each }) => [source, each])).toEqual([
    ['buyer_regret', 'completed'],
    ['buyer_regret', 'completed'],
  ])
})

test('by its number as people type it', async () => {
  const { publicId, buyer } = await bought()
  await bought()
  const number = await shop.orderNumber(publicId)
  expect(normaliseOrderNumber(number)).toBe(number)
  const [head, tail] = [number.slice(0, 4), number.slice(4)]
  for (const orderNumber of [number, `${head} ${tail}`, `N.º ${head}-${tail}`.toLowerCase()]) {
    const { code } = await submit({ orderNumber })
    expect((await read(code, await linkAt(buyer.mail, code))).orders).toMatchObject([
      { orderId: publicId, orderNumber: number },
    ])
  }
  const { code } = await submit({ orderNumber: `${head}0000` })
  expect(await linkAt(buyer.mail, code)).toBe('')
})

test('what is typed is looked for without reading every purchase or every person', async () => {
  const { publicId, buyer } = await bought()
  const number = await shop.orderNumber(publicId)
  const many = await shop.buyers(1000)
  const sold = new Error('taken back')
  const look = inTransaction(shop.app, async (app) => {
    await sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
               'id', gen_random_uuid(), 'public_id', 'one-of-many-' || b, 'number', new_order_number(), 'buyer_id', b, 'idempotency_key', b))).*
        from orders o, unnest(${many.map(({ id }) => id)}::uuid[]) b where o.public_id = ${publicId}`.execute(app.db)
    await sql`analyze orders, users`.execute(app.db)
    const visited = async () => {
      const { rows } = await sql<{ rows: number }>`
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
          from pg_stat_xact_user_tables where relname in ('orders', 'users')`.execute(app.db)
      return rows[0]?.rows ?? 0
    }
    for (const [orderNumber, contact] of [
      [publicId, null],
      [number, null],
      [null, buyer.mail],
      [null, buyer.phone],
      ['no-hay-tal-compra', 'nadie@previa.test'],
    ] as const) {
      const before = await visited()
      await findCandidateOrders(app, { orderNumber, contact })
      expect((await visited()) - before).toBeLessThan(20)
    }
    throw sold
  })
  await expect(look).rejects.toBe(sold)
})

test.each(['its buyer confirms', 'a person decides'])(
  'what the seller gave back in part is not asked for again: %s',
  async (who) => {
    const { publicId, buyer, paymentId } = await bought()
    await shop.simulator.control.refund(paymentId, 1_980_000)
    await shop.settle()
    const { code } = await submit({ orderNumber: publicId })
    const token = await linkAt(buyer.mail, code)
    expect((await read(code, token)).orders).toMatchObject([{ amount: 19_800 }])
    if (who === 'its buyer confirms') await confirm(code, token, [publicId])
    else {
      const god = await shop.given.user({ isGodAdmin: true })
      const { regrets } = await shop.call(listRegrets, { query: { search: code } }, { as: god })
      const body = { decision: 'refund' as const, orderId: publicId, answer: 'Te devolvemos lo que queda.' }
      await shop.call(resolveRegret, { params: { id: regrets[0]?.id ?? '' }, body }, { as: god })
    }
    await shop.settle()
    await shop.settle()
    expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(3_960_000)
    expect((await shop.refundsOf(publicId)).map(({ state, amountCents }) => [state, amountCents])).toEqual([
      ['external', 1_980_000],
      ['completed', 1_980_000],
    ])
  },
)

test('by mail or phone: every purchase of late is offered, and only the chosen one goes back', async () => {
  const first = await bought()
  const other = await shop.buy(first.buyer, first.typeId, first.eventId, 1)
  await shop.simulator.control.pay(await shop.preferenceOf(other))
  await shop.settle()
  for (const contact of [first.buyer.mail?.toUpperCase(), first.buyer.phone]) {
    const { code } = await submit({ contact: contact ?? '' })
    const { orders } = await read(code, await linkAt(first.buyer.mail, code))
    expect(orders?.map(({ orderId }) => orderId)).toEqual([other.order.publicId, first.publicId])
  }
  const { code } = await submit({ contact: first.buyer.mail ?? '' })
  await confirm(code, await linkAt(first.buyer.mail, code), [other.order.publicId])
  await shop.settle()
  expect(await shop.orderState(other.order.publicId)).toBe('refunded')
  expect(await shop.orderState(first.publicId)).toBe('paid')
})

test('an unknown purchase is answered like a known one, and a person looks for it (threat 4)', async () => {
  const { publicId, buyer } = await bought()
  const known = await submit({ orderNumber: publicId })
  const unknown = await submit({ orderNumber: 'no-hay-tal-compra' })
  const plain = ({ code: _, submittedAt: __, answerBy: ___, ...rest }: typeof known) => rest
  expect(plain(unknown)).toEqual(plain(known))
  expect(plain(await read(unknown.code))).toEqual(plain(await read(known.code)))
  expect(plain(await read(known.code, 'una.ficha-inventada'))).toEqual(plain(known))
  const god = await shop.given.user({ isGodAdmin: true })
  const { regrets } = await shop.call(listRegrets, { query: { search: unknown.code } }, { as: god })
  expect(regrets[0]).toMatchObject({ code: unknown.code, state: 'with_person', orders: [] })
  // A link of one opens no other.
  const token = await linkAt(buyer.mail, known.code)
  expect(await shop.refusal(confirm(unknown.code, token, [publicId]))).toBe('regret_link_invalid')
  expect(await shop.refusal(read('AAAAA-AAAAA'))).toBe('regret_not_found')
  expect(await shop.refusal(shop.call(submitRegret, { body: {} }))).toBe('invalid_input')
})

test('a link confirmed late refunds nothing by itself; a regret whose link is not opened within 20 hours goes to a person', async () => {
  const { publicId, buyer } = await bought()
  await shop.advance({ hours: 24 * 9 })
  const { code } = await submit({ orderNumber: publicId })
  await shop.advance({ hours: 19 })
  const watch = () => shop.app.queue.runJob(shop.app, 'regrets.watch')
  await watch()
  const god = await shop.given.user({ isGodAdmin: true })
  const stateOf = async () => (await shop.call(listRegrets, { query: { search: code } }, { as: god })).regrets[0]?.state
  expect(await stateOf()).toBe('received')
  await shop.advance({ hours: 1, minutes: 1 })
  await watch()
  expect(await stateOf()).toBe('with_person')
  await watch()
  expect(await subjectsTo(brand.supportMail, code)).toEqual([`El arrepentimiento ${code} espera a una persona`])
  await shop.advance({ hours: 2 })
  await watch()
  await watch()
  expect(await subjectsTo(brand.supportMail, code)).toEqual([
    `El arrepentimiento ${code} espera a una persona`,
    `Urgente: el arrepentimiento ${code} está por vencer`,
  ])
  // Over weekends and holidays too, which move the last day.
  await shop.advance({ hours: 24 * 5 })
  // Late for a new one. The other was submitted in time, but the time of its answer is over.
  const late = await submit({ orderNumber: publicId })
  const tokens = [await linkAt(buyer.mail, code), await linkAt(buyer.mail, late.code)]
  expect((await read(late.code, tokens[1])).orders).toMatchObject([{ isEligible: false, obstacle: 'too_late' }])
  expect((await confirm(late.code, tokens[1] ?? '', [publicId])).state).toBe('with_person')
  expect((await read(code, tokens[0])).orders).toMatchObject([{ isEligible: false, obstacle: 'link_over' }])
  expect(await confirm(code, tokens[0] ?? '', [publicId])).toMatchObject({
    state: 'with_person',
    orders: [{ outcome: 'with_person' }],
  })
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('paid')
})

test('a link opened once the event has begun leaves the money to a person', async () => {
  const { publicId, buyer, eventId } = await shop.paid({ event: { startsInHours: 30 } })
  const { code } = await submit({ orderNumber: publicId })
  const token = await linkAt(buyer.mail, code)
  expect((await read(code, token)).orders).toMatchObject([{ isEligible: true }])
  await shop.app.db
    .updateTable('events')
    .set({ starts_at: sql`app_now() - interval '1 minute'` })
    .where('id', '=', eventId)
    .execute()
  expect(await confirm(code, token, [publicId])).toMatchObject({
    state: 'with_person',
    orders: [{ outcome: 'with_person', obstacle: 'link_over' }],
  })
  expect(await shop.refundsOf(publicId)).toEqual([])
})

test('a purchase named by its number is found though its contact bought twenty since', async () => {
  const first = await bought()
  const undone = new Error('taken back')
  const look = inTransaction(shop.app, async (app) => {
    await sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object(
             'id', gen_random_uuid(), 'public_id', 'newer-' || n, 'number', new_order_number(), 'idempotency_key', 'newer-' || n,
             'paid_at', o.paid_at + make_interval(secs => n)))).*
      from orders o, generate_series(1, 25) n where o.public_id = ${first.publicId}`.execute(app.db)
    const found = await findCandidateOrders(app, { orderNumber: first.publicId, contact: first.buyer.mail })
    expect(found).toHaveLength(20)
    expect(found[0]).toMatchObject({ buyerId: first.buyer.id, isByNumber: true })
    throw undone
  })
  await expect(look).rejects.toBe(undone)
})

test('used tickets and those that were handed on do not go back by themselves; a person decides and answers', async () => {
  const { publicId, buyer, eventId } = await bought()
  const other = await shop.given.user()
  const [one] = await shop.app.db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  await shop.app.db
    .updateTable('tickets')
    .set({ holder_id: other.id, transfers: 1, epoch: 2 })
    .where('id', '=', one?.id ?? '')
    .execute()
  await shop.app.db
    .insertInto('ticket_transfers')
    .values({ id: one?.id ?? '', ticket_id: one?.id ?? '', from_id: buyer.id, to_id: other.id, epoch: 2 })
    .execute()
  const { code } = await submit({ orderNumber: publicId })
  const answer = await confirm(code, await linkAt(buyer.mail, code), [publicId])
  expect(answer).toMatchObject({ state: 'with_person', orders: [{ outcome: 'with_person', obstacle: 'transferred' }] })
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('partially_refunded')
  // The current holder is notified, and so is the team, though the link was opened.
  expect(await subjectsTo(other.mail, 'pidió la devolución')).toHaveLength(1)
  expect(await subjectsTo(buyer.mail, 'pidió la devolución')).toEqual([])
  await shop.app.queue.runJob(shop.app, 'regrets.watch')
  expect(await toldTeam(code)).toBe(1)
  const legal = await shop.given.user({ isGodAdmin: true })
  const { regrets } = await shop.call(listRegrets, { query: { search: code } }, { as: legal })
  const id = regrets[0]?.id ?? ''
  const resolve = (decision: 'refund' | 'refuse') =>
    shop.call(
      resolveRegret,
      { params: { id }, body: { decision, orderId: publicId, answer: 'Devolvemos también la que pasaste.' } },
      { as: legal },
    )
  expect(await resolve('refund')).toMatchObject({ state: 'done' })
  expect(await shop.refusal(resolve('refuse'))).toBe('regret_done')
  await shop.settle()
  expect(await shop.orderState(publicId)).toBe('refunded')
  const messages = await shop.app.db
    .selectFrom('dev_inbox')
    .select('subject')
    .where('recipient', '=', other.mail)
    .execute()
  expect(messages.map(({ subject }) => subject)).toContain('Tu entrada para Fiesta Lunar Rosario ya no sirve')
})

test('fifty confirmations at once give everything back once', async () => {
  const { publicId, buyer, paymentId } = await bought()
  const { code } = await submit({ orderNumber: publicId })
  const token = await linkAt(buyer.mail, code)
  await Promise.all(Array.from({ length: 50 }, () => confirm(code, token, [publicId]).catch(() => null)))
  await shop.settle()
  await shop.settle()
  expect(shop.simulator.control.payment(paymentId).refundedCents).toBe(3_960_000)
  expect(shop.simulator.control.refunds(paymentId)).toHaveLength(2)
})

test('a ticket that is handed on while its purchase is regretted is of its new holder or goes back, never both', async () => {
  for (let round = 0; round < tries(4, 40); round += 1) {
    const { publicId, buyer, eventId } = await bought()
    const receiver = await shop.given.user()
    const { code } = await submit({ orderNumber: publicId })
    const token = await linkAt(buyer.mail, code)
    const tickets = await shop.app.db.selectFrom('tickets').select('id').where('event_id', '=', eventId).execute()
    const [, ...handed] = await Promise.allSettled([
      confirm(code, token, [publicId]),
      ...tickets.map(({ id }) =>
        shop.call(transferTicket, { params: { id }, body: { toUserId: receiver.id } }, { as: buyer }).then(() => id),
      ),
    ])
    await shop.settle()
    const given = handed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const rows = await shop.app.db
      .selectFrom('tickets')
      .select(['id', 'state', 'holder_id'])
      .where('event_id', '=', eventId)
      .execute()
    for (const { id, state, holder_id } of rows) {
      expect([state, holder_id]).toEqual(given.includes(id) ? ['valid', receiver.id] : ['refunded', buyer.id])
    }
  }
})

test('of a burst by contact three links are sent, and none of it is taken from the buyer’s own by number (threat 41)', async () => {
  const { publicId, buyer } = await bought()
  const contact = buyer.mail ?? ''
  await Promise.all(Array.from({ length: 6 }, () => shop.call(submitRegret, { body: { contact } })))
  await shop.settle()
  expect(await subjectsTo(buyer.mail, 'Tu arrepentimiento')).toHaveLength(3)
  for (const body of [{ orderNumber: publicId }, { orderNumber: await shop.orderNumber(publicId), contact }]) {
    const { code } = await submit(body)
    expect((await read(code, await linkAt(buyer.mail, code))).orders).toMatchObject([{ orderId: publicId }])
  }
  await submit({ contact })
  await submit({ orderNumber: publicId })
  await submit({ orderNumber: publicId })
  expect(await subjectsTo(buyer.mail, 'Tu arrepentimiento')).toHaveLength(6)
  await shop.advance({ hours: 24, minutes: 1 })
  await submit({ contact })
  expect(await subjectsTo(buyer.mail, 'Tu arrepentimiento')).toHaveLength(7)
})

test('looked up all at once or again, each of three is sent one link', async () => {
  const { buyer } = await bought()
  const ids = Array.from({ length: 6 }, () => newId())
  for (const [n, id] of ids.entries())
    await insertRegret(shop.app, { id, code: `AAAAA-AAAA${n}`, orderNumber: null, contact: buyer.mail })
  // Each is looked up twice, as by a job that is tried again.
  await Promise.all([...ids, ...ids].map((id) => lookUpRegret(shop.app, id)))
  await shop.settle()
  const subjects = await subjectsTo(buyer.mail, 'Tu arrepentimiento')
  expect([subjects.length, new Set(subjects).size]).toEqual([3, 3])
})

test('a stranger who knows a mail cannot fill its box; the link shows no purchase of another buyer', async () => {
  const [mine, theirs] = [await bought(), await bought()]
  const codes: string[] = []
  for (let asked = 0; asked < 5; asked += 1) codes.push((await submit({ contact: mine.buyer.mail ?? '' })).code)
  expect(new Set(codes).size).toBe(5)
  expect(await subjectsTo(mine.buyer.mail, 'Tu arrepentimiento')).toHaveLength(3)
  const token = await linkAt(mine.buyer.mail, codes[0] ?? '')
  expect(await shop.refusal(confirm(codes[0] ?? '', token, [theirs.publicId]))).toBe('order_not_found')
  expect((await read(codes[0] ?? '', token)).state).toBe('received')
  // Regrets without a sent link wait for a person too; the team is notified of many at once.
  await shop.advance({ hours: 21 })
  await shop.app.queue.runJob(shop.app, 'regrets.watch')
  expect(await Promise.all(codes.map(toldTeam))).toEqual(codes.map(() => 1))
  expect(await toldTeam(`${codes[0]}, ${codes[1]}`)).toBe(1)
})
