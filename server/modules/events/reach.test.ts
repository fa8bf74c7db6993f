import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLES, STAFF_KINDS } from '#contract/api/roles.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { tries } from '#server/testing/tries.ts'
import { isWithin, managedBy, reachOf, rowsWithin, seenBy, type Viewer } from './reach.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const id = (n: number) => `01990000-0000-7000-8000-00000000000${n}`
const events = [1, 2, 3].flatMap((company) => [
  { id: id(company), companyId: id(company + 3) },
  { id: id(company + 6), companyId: id(company + 3) },
])
const one = { id: id(1), companyId: id(4) }

const viewers = fc.record({
  roles: fc.subarray([...ROLES]),
  companyId: fc.constantFrom(null, ...events.map(({ companyId }) => companyId)),
  eventRoles: fc.array(
    fc.record({ eventId: fc.constantFrom(...events.map((event) => event.id)), kind: fc.constantFrom(...STAFF_KINDS) }),
    { maxLength: 3 },
  ),
})

test('an event at hand and the rows of a list are judged alike for every viewer', async () => {
  await fc.assert(
    fc.asyncProperty(viewers, fc.subarray([...STAFF_KINDS]), async (viewer, kinds) => {
      const reach = reachOf(viewer, kinds)
      const { rows } = await sql<{ id: string }>`
        select e.id from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) raw (id uuid, "companyId" uuid)
         cross join lateral (select raw.id, raw."companyId" as company_id) e
         where ${rowsWithin(reach)} order by e.id`.execute(server.app.db)
      const expected = events.filter((event) => isWithin(event, reach)).map((event) => event.id)
      expect(rows.map((row) => row.id)).toEqual(expected.sort())
    }),
    { numRuns: tries(150, 2000) },
  )
})

const stranger: Viewer = { roles: ['CLIENT'], companyId: null, eventRoles: [] }
const assigned = (kind: 'COMERCIAL' | 'SCANNER' | 'RRPP'): Viewer => ({
  roles: ['CLIENT', kind],
  companyId: null,
  eventRoles: [{ eventId: one.id, kind }],
})

test.each<[string, Viewer, { manages: boolean; sees: boolean }]>([
  ['stranger', stranger, { manages: false, sees: false }],
  ['god', { ...stranger, roles: ['godAdmin'] }, { manages: true, sees: true }],
  ['admin', { ...stranger, roles: ['admin'] }, { manages: true, sees: true }],
  ['legal', { ...stranger, roles: ['legal', 'CLIENT'] }, { manages: false, sees: false }],
  ['its company', { ...stranger, roles: ['ORGANIZATOR'], companyId: one.companyId }, { manages: true, sees: true }],
  ['its company, not admitted as such', { ...stranger, companyId: one.companyId }, { manages: false, sees: false }],
  ['another company', { ...stranger, roles: ['ORGANIZATOR'], companyId: id(5) }, { manages: false, sees: false }],
  ['a company without id', { ...stranger, roles: ['ORGANIZATOR'] }, { manages: false, sees: false }],
  ['its commercial', assigned('COMERCIAL'), { manages: true, sees: true }],
  [
    'its commercial, not admitted as such',
    { ...assigned('COMERCIAL'), roles: ['CLIENT'] },
    { manages: false, sees: false },
  ],
  ['its scanner', assigned('SCANNER'), { manages: false, sees: true }],
  ['its promoter', assigned('RRPP'), { manages: false, sees: true }],
])('%s', (_name, viewer, { manages, sees }) => {
  expect(isWithin(one, managedBy(viewer))).toBe(manages)
  expect(isWithin(one, seenBy(viewer))).toBe(sees)
})
