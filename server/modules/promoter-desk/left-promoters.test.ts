/** Who left the team and whose accounts are open; and the file of an event's promoters, which has them too. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  exportEventPromoters,
  exportEventPromotersSheet,
  listEventPromoters,
  updateEventPromoter,
} from '#contract/promoters/promoter-desk-promoters.ts'
import { addEventStaff, removeEventStaff } from '#contract/events/events-team.ts'
import {
  cashHandedInEntries,
  commissionEntries,
  commissionReturnEntries,
  promoterPaymentEntries,
  reversed,
} from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let company: { id: string }
let owner: GivenUser
let event: { id: string }
beforeEach(async () => {
  company = await server.given.company()
  owner = await server.given.user({ memberOf: company })
  event = await server.given.event({ company, state: 'active', startsInHours: 100 })
})

const promoterNamed = (name: string) => server.given.user({ name, staffOf: event, staffKind: 'RRPP' })
const list = (query: object = {}) => server.call(listEventPromoters, { params: { id: event.id }, query }, { as: owner })
const names = async (query: object = {}) => (await list(query)).promoters.map(({ name }) => name)
const lineOf = async ({ id }: { id: string }) => (await list()).promoters.find((each) => each.id === id)
const change = ({ id: rrppId }: { id: string }, body: { maxUses: number }) =>
  server.call(updateEventPromoter, { params: { id: event.id, rrppId }, body }, { as: owner })

test('a person who left stays in the list while their accounts are open: not to be changed, and gone once they are settled', async () => {
  const lola = await promoterNamed('Lola Ríos')
  const beto = await promoterNamed('Beto Paz')
  const promoId = await ensurePromo(server.app, event.id, lola.id)
  await ensurePromo(server.app, event.id, beto.id)
  const subject = { companyId: company.id, eventId: event.id, promoId }
  await recordEntries(server.app, subject, [...commissionEntries(900), ...reversed(cashHandedInEntries(18_000))])
  const off = (userId: string) =>
    server.call(removeEventStaff, { params: { id: event.id, userId }, query: {} }, { as: owner })
  await off(beto.id)
  await off(lola.id)
  expect(await names()).toEqual(['Lola R.'])
  expect(await lineOf(lola)).toMatchObject({
    isOnTeam: false,
    commissionCents: 900,
    unpaidCents: 900,
    cashInHandCents: 18_000,
  })
  expect(await names({ isActive: true })).toEqual([])
  expect(await names({ isActive: false })).toEqual([])
  expect(await names({ search: 'lola' })).toEqual(['Lola R.'])
  expect((await list()).pagination.totalPromoters).toBe(1)
  expect(await server.refusal(change(lola, { maxUses: 1 }))).toBe('person_not_found')
  await recordEntries(server.app, subject, [...promoterPaymentEntries(900), ...cashHandedInEntries(17_999)])
  expect(await lineOf(lola)).toMatchObject({ unpaidCents: 0, cashInHandCents: 1 })
  await recordEntries(server.app, subject, cashHandedInEntries(1))
  expect(await names()).toEqual([])
  // What was paid too much is owed as well.
  await recordEntries(server.app, subject, commissionReturnEntries(100))
  expect(await lineOf(lola)).toMatchObject({ unpaidCents: -100 })
  await server.call(addEventStaff, { params: { id: event.id }, body: { kind: 'RRPP', userId: lola.id } }, { as: owner })
  expect((await list()).promoters).toMatchObject([{ id: lola.id, isOnTeam: true, unpaidCents: -100 }])
})

test('the file has the rows of the list, who left among them, and of a promoter their own', async () => {
  const lola = await promoterNamed('Lola Ríos')
  await promoterNamed('Beto Paz')
  const promoId = await ensurePromo(server.app, event.id, lola.id)
  await recordEntries(server.app, { companyId: company.id, eventId: event.id, promoId }, commissionEntries(123_450))
  const off = { params: { id: event.id, userId: lola.id }, query: {} }
  await server.call(removeEventStaff, off, { as: owner })
  const read = async (as: GivenUser) =>
    (await server.call(exportEventPromoters, { params: { id: event.id }, query: {} }, { as })).text()
  const [header, ...lines] = (await read(owner)).trim().split('\r\n')
  expect(header).toContain('RRPP;Código;Estado')
  expect(lines.map((line) => line.split(';')[0])).toEqual(['Beto P.', 'Lola R.'])
  expect(lines[1]).toContain('Ya no está')
  expect(lines[1]).toContain('1234,5')
  await server.call(exportEventPromotersSheet, { params: { id: event.id }, query: {} }, { as: owner })
  const mia = await promoterNamed('Mía Sosa')
  expect((await read(mia)).trim().split('\r\n')).toHaveLength(2)
})
