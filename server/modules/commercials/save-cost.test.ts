/** Costs of an event, in their list and in the ledger. */
import { expect, test } from 'vitest'
import { createCost, deleteCost, listCosts, updateCost } from '#contract/events/commercials-costs.ts'
import { removeCommercial } from '#contract/events/commercials.ts'
import { getBusinessDashboard, getEventMetrics } from '#contract/events/metrics.ts'
import { sumBalances } from '#server/modules/ledger/queries-balances.ts'
import { newId } from '#server/shared/ids.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

/** A sale of two tickets at 18.000 and the event's commercial. */
async function givenEvent() {
  const sale = await shop.paid({ event: { startsInHours: 240 } })
  const { eventId, companyId } = sale
  const commercial = await shop.given.user({ staffOf: { id: eventId }, staffKind: 'COMERCIAL' })
  const owner = await shop.given.user({ memberOf: { id: companyId } })
  const params = { id: eventId }
  const add = (costType: string, amount: number, as: GivenUser = commercial, idempotencyKey?: string) =>
    shop.call(createCost, { params, body: { costType, amount } }, { as, ...(idempotencyKey && { idempotencyKey }) })
  const change = (costId: string, body: Parameters<typeof shop.call<typeof updateCost>>[1]['body'], as = commercial) =>
    shop.call(updateCost, { params: { ...params, costId }, body }, { as })
  const drop = (costId: string, version?: number, as = commercial) =>
    shop.call(deleteCost, { params: { ...params, costId }, query: { version } }, { as })
  const list = (query: Parameters<typeof shop.call<typeof listCosts>>[1]['query'] = {}, as = commercial) =>
    shop.call(listCosts, { params, query }, { as })
  const metrics = () => shop.call(getEventMetrics, { params }, { as: owner })
  const spent = async () => (await sumBalances(shop.app, { eventId })).suppliers
  const entries = async (costId: string) =>
    (
      await shop.app.db
        .selectFrom('ledger_entries')
        .select(['kind', 'credit', 'debit', 'amount_cents as cents'])
        .where('cost_id', '=', costId)
        .orderBy('id')
        .execute()
    ).map(({ kind, credit, debit, cents }) => `${kind} ${credit} → ${debit} ${cents}`)
  return { ...sale, commercial, owner, params, add, change, drop, list, metrics, spent, entries }
}

test('costs add up by type, whatever their capitals and accents', async () => {
  const at = await givenEvent()
  await at.add('Sonido', 100)
  await at.add('Publicidad', 200_000)
  await at.add('SONÍDO', 200)
  const { eventCosts, totalCosts, costsByType, pagination } = await at.list({ sort: 'amount' })
  expect(eventCosts.map(({ costType, amount }) => [costType, amount])).toEqual([
    ['Publicidad', 200_000],
    ['SONÍDO', 200],
    ['Sonido', 100],
  ])
  expect(totalCosts).toBe(200_300)
  expect(costsByType).toEqual([
    { costType: 'Publicidad', totalAmount: 200_000, count: 1 },
    { costType: 'SONÍDO', totalAmount: 300, count: 2 },
  ])
  expect(pagination.totalEventCosts).toBe(3)
  // What is found is fewer, the sums are of all.
  expect(await at.list({ search: 'publi' })).toMatchObject({ eventCosts: [{}], totalCosts: 200_300 })
})

test('a change and a removal are entries the other way; none is edited', async () => {
  const at = await givenEvent()
  const { id } = await at.add('Sonido', 500)
  expect(await at.change(id, { amount: 700, version: 1 })).toMatchObject({
    amount: 700,
    costType: 'Sonido',
    version: 2,
  })
  // Another name moves no money, the same again moves nothing at all.
  expect(await at.change(id, { costType: 'Luces' })).toMatchObject({ amount: 700, costType: 'Luces', version: 3 })
  expect(await at.change(id, { costType: 'Luces', amount: 700 })).toMatchObject({ version: 3 })
  await at.drop(id, 3)
  expect(await at.entries(id)).toEqual([
    'cost company → suppliers 50000',
    'cost suppliers → company 50000',
    'cost company → suppliers 70000',
    'cost suppliers → company 70000',
  ])
  expect(await at.spent()).toBe(0)
  expect(await shop.refusal(at.drop(id))).toBe('cost_not_found')
  expect(await shop.refusal(at.change(id, { amount: 1 }))).toBe('cost_not_found')
  const audited = await shop.app.db
    .selectFrom('audit_rows')
    .select(['action', 'before', 'after'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual(['cost.create', 'cost.update', 'cost.update', 'cost.delete'])
  expect(audited[1]).toMatchObject({ before: { amountCents: 50_000 }, after: { amountCents: 70_000 } })
})

test('the organizer’s metrics and business have them at once, and what is kept is less by them', async () => {
  const at = await givenEvent()
  const before = await at.metrics()
  await at.add('Lugar', 1_000)
  await at.add('Sonido', 250)
  const { totals, costsByType } = await at.metrics()
  expect(totals).toMatchObject({ costCents: 125_000, keptCents: before.totals.keptCents })
  expect(costsByType).toEqual([
    { costType: 'Lugar', totalAmount: 1_000, count: 1 },
    { costType: 'Sonido', totalAmount: 250, count: 1 },
  ])
  const board = await shop.call(getBusinessDashboard, { query: {} }, { as: at.owner })
  expect([board.totals.costCents, board.events[0]?.costCents, board.months[0]?.costCents]).toEqual([
    125_000, 125_000, 125_000,
  ])
})

test('the same key adds one cost', async () => {
  const at = await givenEvent()
  const [first, again] = await Promise.all([
    at.add('Sonido', 500, at.commercial, 'una-vez'),
    at.add('Sonido', 500, at.commercial, 'una-vez'),
  ])
  expect(again.id).toBe(first.id)
  expect(await at.spent()).toBe(50_000)
  expect(await shop.refusal(at.add('Sonido', 501, at.commercial, 'una-vez'))).toBe('idempotency_mismatch')
})

test('a cost is of its event: by another of one’s own it is not there', async () => {
  const [here, there] = [await givenEvent(), await givenEvent()]
  const { id } = await there.add('Sonido', 500)
  await shop.app.db.insertInto('user_roles').values({ user_id: here.commercial.id, role: 'COMERCIAL' }).execute()
  expect(await shop.refusal(here.change(id, { amount: 1 }))).toBe('cost_not_found')
  expect(await shop.refusal(here.drop(id))).toBe('cost_not_found')
  expect(await shop.refusal(there.change(id, { amount: 1 }, here.commercial))).toBe('event_not_found')
  // The company itself does not enter costs, and neither does support.
  expect(await shop.refusal(here.add('Luces', 5, here.owner))).toBe('forbidden')
  expect(await shop.refusal(here.list({}, await shop.given.user({ isAdmin: true })))).toBe('forbidden')
  const god = await shop.given.user({ isGodAdmin: true })
  expect(await here.add('Luces', 5, god)).toMatchObject({ amount: 5 })
})

test('costs come in after the event, and when it is cancelled; an assignment that ended takes none', async () => {
  const at = await givenEvent()
  await shop.app.db.insertInto('user_roles').values({ user_id: at.commercial.id, role: 'COMERCIAL' }).execute()
  await shop.app.db.updateTable('events').set({ state: 'success' }).where('id', '=', at.eventId).execute()
  await at.add('Limpieza', 90)
  await shop.app.db.updateTable('events').set({ state: 'active' }).where('id', '=', at.eventId).execute()
  const god = await shop.given.user({ isGodAdmin: true })
  const body = { userId: at.commercial.id, eventId: at.eventId }
  await shop.call(removeCommercial, { body }, { as: god })
  expect(await shop.refusal(at.add('Luces', 5))).toBe('event_not_found')
})

test.each([0, -1, 0.5, 1_000_000_001, Number.NaN])('an amount of %s is none', async (amount) => {
  const at = await givenEvent()
  expect(await shop.refusal(at.add('Sonido', amount))).toBe('invalid_input')
})

test('a cost changed by two: of those who saw the same one is refused with what it is now', async () => {
  const at = await givenEvent()
  const { id } = await at.add('Sonido', 500)
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, place) => at.change(id, { amount: 600 + place, version: 1 })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [left] = (await at.list()).eventCosts
  const refused = tries.find((each) => each.status === 'rejected')
  expect(refused?.reason).toMatchObject({
    body: { code: 'cost_changed', details: { id, amount: left?.amount, version: 2 } },
  })
  expect(await at.spent()).toBe((left?.amount ?? 0) * 100)
  expect(await shop.refusal(at.drop(id, 1))).toBe('cost_changed')
})

test('negative control: without the version all ten are taken, and the ledger still has the last alone', async () => {
  const at = await givenEvent()
  const { id } = await at.add('Sonido', 500)
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, place) => at.change(id, { amount: 600 + place })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const [left] = (await at.list()).eventCosts
  expect(left).toMatchObject({ version: 11 })
  expect(await at.spent()).toBe((left?.amount ?? 0) * 100)
})

test('an event has 500 costs at most', async () => {
  const at = await givenEvent()
  const rows = Array.from({ length: 500 }, (_, place) => ({
    id: newId(),
    event_id: at.eventId,
    cost_type: 'Hielo',
    amount_cents: 100,
    position: place + 1,
  }))
  await shop.app.db.insertInto('event_costs').values(rows).execute()
  expect(await shop.refusal(at.add('Hielo', 1))).toBe('too_many_costs')
  await shop.app.db.deleteFrom('event_costs').where('event_id', '=', at.eventId).execute()
})

test('what the ledger has of costs and does not belong there is found', async () => {
  const at = await givenEvent()
  const { id } = await at.add('Sonido', 500)
  const setTo = (cents: number) =>
    shop.app.db.updateTable('event_costs').set({ amount_cents: cents }).where('id', '=', id).execute()
  await setTo(60_000)
  expect(await shop.broken()).toEqual([expect.objectContaining({ name: expect.stringContaining('M9') as string })])
  await setTo(50_000)
})
