/**
 * Settlements of promoters: figures both ways, proposed, confirmed, and what happens at once. Races have their negative control: the same
 * without the guard, which must go wrong.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  confirmSettlement,
  exportOwnSettlements,
  exportOwnSettlementsSheet,
  getOwnSettlementReceipt,
  getPromoterPosition,
  getSettlementReceipt,
  listOwnSettlements,
  settlePromoter,
  withdrawSettlement,
} from '#contract/events/commissions.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { givenPromoter, sellByCode, issueByPromoter, type GivenPromoter } from '#server/testing/given-promoter.ts'
import { pdfLines } from '#server/testing/pdf-text.ts'
import { accrue } from '#server/testing/recount-commissions.ts'
import { textsAt } from '#server/testing/read-inbox.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { meetBeforeUpdating } from '#server/testing/rendezvous.ts'
import { inControl, rewriteFunction, unlockEvents } from '#server/testing/selling-pair.ts'
import { settlementProposed } from './notify-proposed.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

interface Place {
  readonly shop: SellingApp
  readonly eventId: string
  readonly typeId: string
  readonly companyId: string
  readonly owner: GivenUser
  readonly promoter: GivenPromoter
}

/** Ten percent of two at $18.000 and of one more that was sold in person, and the event is over; without that one, of the two. */
async function givenDue({ isConfirmed = true, inPerson = true, at = shop } = {}): Promise<
  Place & { paymentId: string }
> {
  const sale = await at.givenSale({
    event: { startsInHours: 3, lastsHours: 5, name: 'Fiesta Lunar' },
    type: { capacity: 50 },
  })
  const { companyId, eventId } = sale
  const owner = await at.given.user({ memberOf: { id: companyId } })
  const promoter = await givenPromoter(at, eventId, { bps: 1000 }, { name: 'Lautaro Paz' })
  const { paymentId } = await sellByCode(at, sale, promoter.code, 2)
  if (inPerson) await issueByPromoter(at, sale, promoter)
  await accrue(at)
  if (isConfirmed) await pass(at, 56, owner, promoter)
  return { ...sale, shop: at, owner, promoter, paymentId }
}

async function pass({ app, advance }: SellingApp, hours: number, ...people: readonly GivenUser[]) {
  await advance({ hours })
  await app.db
    .updateTable('sessions')
    .set({ confirmed_at: sql`app_now()`, expires_at: sql`app_now() + interval '2 hours'` })
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
}

const settle = (
  { shop, eventId, owner, promoter }: Place,
  receives: 'organizer' | 'promoter',
  countedCents: number,
  key?: string,
) =>
  shop.call(
    settlePromoter,
    { params: { id: eventId, rrppId: promoter.id }, body: { receives, countedCents } },
    { as: owner, ...(key && { idempotencyKey: key }) },
  )
const confirm = ({ shop, promoter }: Place, id: string) =>
  shop.call(confirmSettlement, { params: { id } }, { as: promoter })
const position = ({ shop, eventId, owner, promoter }: Place) =>
  shop.call(getPromoterPosition, { params: { id: eventId, rrppId: promoter.id } }, { as: owner })
const ended = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

test('before its 48 hours nothing of the commission can be paid, and cash can be handed in at any time', async () => {
  const place = await givenDue({ isConfirmed: false })
  const { balance, confirmsAt } = await position(place)
  expect(balance).toEqual({ earnedCents: 540_000, confirmedCents: 0, paidCents: 0, owedCents: 0, cashCents: 1_800_000 })
  expect(confirmsAt).not.toBeNull()
  expect(await shop.refusal(settle(place, 'promoter', 540_000))).toBe('settlement_amount')
  const { id } = await settle(place, 'organizer', 800_000)
  await confirm(place, id)
  expect((await position(place)).balance).toMatchObject({ paidCents: 0, cashCents: 1_000_000 })
})

test('both sides are set off: the promoter hands in the rest, and both have the same receipt', async () => {
  const place = await givenDue()
  const { promoter, owner, eventId } = place
  expect((await position(place)).balance).toMatchObject({
    confirmedCents: 540_000,
    owedCents: 540_000,
    cashCents: 1_800_000,
  })
  const proposed = await settle(place, 'organizer', 1_260_000)
  expect(proposed).toMatchObject({
    state: 'proposed',
    commissionCents: 540_000,
    handedInCents: 1_800_000,
    countedCents: 1_260_000,
  })
  // Nothing moved yet.
  expect((await position(place)).balance).toMatchObject({ paidCents: 0, cashCents: 1_800_000 })
  await shop.settle()
  expect((await textsAt(shop, promoter.mail)).join(' ')).toContain('Entregás $12.600')
  await confirm(place, proposed.id)
  expect((await position(place)).balance).toEqual({
    earnedCents: 540_000,
    confirmedCents: 540_000,
    paidCents: 540_000,
    owedCents: 0,
    cashCents: 0,
  })
  expect(await shop.refusal(settle(place, 'organizer', 0))).toBe('nothing_to_settle')
  const params = { id: eventId, rrppId: promoter.id, settlementId: proposed.id }
  const theirs = await shop.call(getOwnSettlementReceipt, { params: { id: proposed.id } }, { as: promoter })
  const ours = await shop.call(getSettlementReceipt, { params }, { as: owner })
  const text = pdfLines(Buffer.from(await theirs.arrayBuffer())).join(' ')
  expect(text).toContain('$12.600')
  // A phone must not turn into a name.
  expect(text).not.toContain('Paz')
  expect(Buffer.from(await ours.arrayBuffer())).toEqual(Buffer.from(await theirs.arrayBuffer()))
  const own = await shop.call(listOwnSettlements, { query: {} }, { as: promoter })
  expect(own.totals).toMatchObject({ earnedCents: 540_000, paidCents: 540_000, cashCents: 0 })
  expect(own.events).toMatchObject([{ name: 'Fiesta Lunar', settlements: [{ id: proposed.id, state: 'confirmed' }] }])
  const csv = await shop.call(exportOwnSettlements, { query: {} }, { as: promoter })
  expect(await csv.text()).toContain('Fiesta Lunar')
  await shop.call(exportOwnSettlementsSheet, { query: {} }, { as: promoter })
})

test('the receipt stays the organizer’s when the promoter’s account is deleted, and no notice of what is proposed is sent', async () => {
  const place = await givenDue()
  const { eventId, owner, promoter } = place
  const { id } = await settle(place, 'organizer', 1_000_000)
  await confirm(place, id)
  const open = await settle(place, 'organizer', 260_000)
  await sql`delete from event_staff where user_id = ${promoter.id}`.execute(shop.app.db)
  await shop.app.db
    .updateTable('users')
    .set({ state: 'deleted', name: 'Cuenta eliminada' })
    .where('id', '=', promoter.id)
    .execute()
  const params = { id: eventId, rrppId: promoter.id, settlementId: id }
  const receipt = await shop.call(getSettlementReceipt, { params }, { as: owner })
  const text = pdfLines(Buffer.from(await receipt.arrayBuffer())).join(' ')
  expect(text).toContain('$10.000')
  expect(text).toContain('Cuenta eliminada')
  const about = { settlementId: open.id }
  const mail = { name: settlementProposed.name, about, channel: 'mail', key: 'una-sola-vez' } as const
  expect(await settlementProposed.write(shop.app, about, mail)).toBeNull()
})

test('another person neither confirms nor reads a settlement, and one that waits has no receipt', async () => {
  const place = await givenDue()
  const { id } = await settle(place, 'organizer', 1_260_000)
  const other = await givenPromoter(shop, place.eventId, null)
  const stranger = await shop.given.user()
  const params = { id }
  expect(await shop.refusal(shop.call(confirmSettlement, { params }, { as: other }))).toBe('settlement_not_found')
  expect(await shop.refusal(shop.call(confirmSettlement, { params }, { as: place.owner }))).toBe('settlement_not_found')
  expect(await shop.refusal(shop.call(getOwnSettlementReceipt, { params }, { as: place.promoter }))).toBe(
    'settlement_not_found',
  )
  expect(await shop.refusal(settle({ ...place, promoter: { ...other, id: stranger.id } }, 'organizer', 1))).toBe(
    'person_not_found',
  )
})

test('a new proposal takes the place of the open one, which cannot be confirmed any more; withdrawing leaves none', async () => {
  const place = await givenDue()
  const first = await settle(place, 'organizer', 1_260_000)
  const second = await settle(place, 'organizer', 1_000_000)
  expect(await shop.refusal(confirm(place, first.id))).toBe('settlement_not_open')
  const own = await shop.call(
    listOwnSettlements,
    { query: { search: 'nada que se llame así' } },
    { as: place.promoter },
  )
  // Whatever the filters say.
  expect(own.waiting).toMatchObject([{ id: second.id, eventName: 'Fiesta Lunar', state: 'proposed' }])
  expect(own.events).toEqual([])
  const params = { id: place.eventId, rrppId: place.promoter.id, settlementId: second.id }
  expect(await shop.call(withdrawSettlement, { params }, { as: place.owner })).toMatchObject({ state: 'withdrawn' })
  expect(await shop.refusal(shop.call(withdrawSettlement, { params }, { as: place.owner }))).toBe('settlement_not_open')
  expect(await shop.refusal(confirm(place, second.id))).toBe('settlement_not_open')
  const after = await shop.call(listOwnSettlements, { query: {} }, { as: place.promoter })
  expect(after.waiting).toEqual([])
  expect(after.events[0]).toMatchObject({
    confirmedSettlements: 0,
    settlements: [
      { id: second.id, state: 'withdrawn' },
      { id: first.id, state: 'withdrawn' },
    ],
  })
  expect((await position(place)).balance).toMatchObject({ paidCents: 0, cashCents: 1_800_000 })
})

test('what is refunded after it was paid is owed by the promoter, and deducted the next time', async () => {
  const place = await givenDue({ inPerson: false })
  await confirm(place, (await settle(place, 'promoter', 360_000)).id)
  await shop.simulator.control.refund(place.paymentId, 1_980_000)
  await shop.settle()
  await accrue(shop)
  expect((await position(place)).balance).toMatchObject({
    earnedCents: 180_000,
    paidCents: 360_000,
    owedCents: -180_000,
  })
  const next = await settle(place, 'organizer', 180_000)
  expect(next).toMatchObject({ commissionCents: -180_000, handedInCents: 0 })
  await confirm(place, next.id)
  expect((await position(place)).balance).toMatchObject({ paidCents: 180_000, owedCents: 0 })
})

test('a proposal whose figures changed so that it would pay too much is refused, also by what no job has entered yet', async () => {
  const place = await givenDue({ inPerson: false })
  const { id } = await settle(place, 'promoter', 360_000)
  await shop.simulator.control.refund(place.paymentId, 10_000)
  await shop.settle()
  expect(await shop.refusal(confirm(place, id))).toBe('settlement_changed')
  expect((await position(place)).balance).toMatchObject({ paidCents: 0 })
  // It stays proposed, until a new one is made.
  const again = await settle(place, 'promoter', 350_000)
  await confirm(place, again.id)
})

/** Proposals of these amounts to one promoter at once. Gives how many stay open. */
async function proposeAtOnce(at: SellingApp, amounts: readonly number[]): Promise<number> {
  const place = await givenDue({ at })
  await Promise.allSettled(amounts.map((cents) => settle(place, 'organizer', cents)))
  return (await position(place)).settlements.filter(({ state }) => state === 'proposed').length
}

/** One proposal, confirmed eight times at once. Gives how many times it was entered, and what the promoter was paid. */
async function confirmAtOnce(at: SellingApp, weaken = async () => {}): Promise<{ times: number; paidCents: number }> {
  const place = await givenDue({ at })
  const { id } = await settle(place, 'organizer', 1_260_000)
  await weaken()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(place, id)))
  return { times: ended(results), paidCents: (await position(place)).balance.paidCents }
}

test('settled twice at once one stays open, and a repeated key proposes once', async () => {
  expect(await proposeAtOnce(shop, [1_260_000, 1_000_000, 500_000])).toBe(1)
  const place = await givenDue()
  const [one, same] = [
    await settle(place, 'organizer', 900_000, 'clave-1234567890'),
    await settle(place, 'organizer', 900_000, 'clave-1234567890'),
  ]
  expect(same.id).toBe(one.id)
})

test('control: without the locks and the index more than one stays open', async () => {
  const open = await inControl(
    async (control) => {
      await unlockEvents(control)
      await sql`drop index promoter_settlements_one_open`.execute(control.app.db)
      await meetBeforeUpdating(control.app.db, 'promoter_settlements')
    },
    // Two: one that came after them would see both, and withdraw them.
    ({ shop: control }) => proposeAtOnce(control, [1_260_000, 1_000_000]),
  )
  expect(open).toBeGreaterThan(1)
}, 60_000)

test('confirmed many times at once it is entered once', async () => {
  expect(await confirmAtOnce(shop)).toEqual({ times: 1, paidCents: 540_000 })
})

test('control: without the locks, and where a proposal that was confirmed stays one, it is paid more than once', async () => {
  const weaken = async (control: SellingApp) => {
    const { db } = control.app
    await unlockEvents(control)
    await sql`create function stay_open() returns trigger language plpgsql as $$
      begin new.state := old.state; new.ended_at := old.ended_at; return new; end $$`.execute(db)
    await sql`create trigger stay_open before update on promoter_settlements
        for each row execute function stay_open()`.execute(db)
    await meetBeforeUpdating(db, 'promoter_settlements')
  }
  const { times, paidCents } = await inControl(
    async () => {},
    ({ shop: control }) => confirmAtOnce(control, () => weaken(control)),
  )
  expect(times).toBeGreaterThan(1)
  expect(paidCents).toBeGreaterThan(540_000)
}, 60_000)

test('confirmed while a refund comes, it pays what is left, or is refused; what was paid is never more than was earned before', async () => {
  for (let round = 0; round < 3; round += 1) {
    const place = await givenDue({ inPerson: false })
    const { id } = await settle(place, 'promoter', 360_000)
    await shop.simulator.control.refund(place.paymentId, 1_980_000)
    const [, confirmed] = await Promise.allSettled([shop.settle(), confirm(place, id)])
    await accrue(shop)
    const { balance } = await position(place)
    expect(balance.earnedCents).toBe(180_000)
    expect(balance.paidCents).toBe(confirmed.status === 'fulfilled' ? 360_000 : 0)
    expect(balance.owedCents).toBe(confirmed.status === 'fulfilled' ? -180_000 : 180_000)
  }
})

test('control: what a refund changed and no job has entered would be paid where confirming did not count again', async () => {
  const place = await givenDue({ inPerson: false })
  const { id } = await settle(place, 'promoter', 360_000)
  await shop.simulator.control.refund(place.paymentId, 10_000)
  await shop.settle()
  const { rows } = await sql<{
    text: string
  }>`select pg_get_functiondef('commissions_targets'::regproc) as text`.execute(shop.app.db)
  await rewriteFunction(shop, 'commissions_targets', (text) =>
    text.replace('where checkout_has_paid(o.state)', 'where false'),
  )
  await confirm(place, id)
  await sql.raw(rows[0]?.text ?? '').execute(shop.app.db)
  await accrue(shop)
  expect((await position(place)).balance.owedCents).toBeLessThan(0)
})

test('a promoter does not settle with themselves', async () => {
  const { eventId, companyId, promoter } = await givenDue()
  await shop.app.db
    .insertInto('company_members')
    .values({ company_id: companyId, user_id: promoter.id, role: 'manager' })
    .execute()
  await shop.advance({ seconds: 6 })
  const body = { receives: 'organizer', countedCents: 100 } as const
  const own = shop.call(settlePromoter, { params: { id: eventId, rrppId: promoter.id }, body }, { as: promoter })
  expect(await shop.refusal(own)).toBe('own_promoter')
})
