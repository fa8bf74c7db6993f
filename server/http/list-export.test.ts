import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exportEventsDashboard,
  exportEventsDashboardSheet,
  getEventsDashboard,
} from '#contract/events/events-managed.ts'
import { EXPORTS_PER_HOUR, MAX_EXPORTED_ROWS } from '#contract/api/list-export.ts'
import { exportUsersDashboard } from '#contract/accounts/people.ts'
import { exportDeletions, listDeletions, requestDeletion } from '#contract/accounts/privacy.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import type { WholeListPart } from '#server/db/whole-list.ts'
import { pageOf } from '#server/db/page.ts'
import { bindList } from './list-export.ts'

let server: TestApp
let legal: GivenUser
let god: GivenUser
beforeAll(async () => {
  server = await createTestApp()
  legal = await server.given.user({ isLegal: true })
  god = await server.given.user({ isGodAdmin: true })
})
afterAll(() => server.close())

const textOf = async (file: Blob) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
const deletions = async (as: GivenUser, query = {}) => textOf(await server.call(exportDeletions, { query }, { as }))

async function leaving(name: string, mail: string): Promise<void> {
  const person = await server.given.user({ name, mail })
  await server.call(requestDeletion, { body: { confirmation: 'ELIMINAR', ticketsGivenUp: 0 } }, { as: person })
}

test('the file holds what the list holds for the same caller: filters, order and masks', async () => {
  await leaving('Zulma Zeta', 'zulma@previa.example')
  await leaving('Abel Alfa', 'abel@previa.example')
  const whole = await deletions(legal, { sort: 'name' })
  expect(whole.startsWith('\uFEFFNombre;Email;')).toBe(true)
  const lines = whole.trimEnd().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(';')[0])).toEqual(['Abel Alfa', 'Zulma Zeta'])
  const { requests } = await server.call(listDeletions, { query: { search: 'zulma' } }, { as: legal })
  const one = await deletions(legal, { search: 'zulma', page: 7, limit: 1 })
  expect(one).toContain(requests[0]?.person.mail ?? 'no mail')
  expect(one).not.toContain('zulma@previa.example')
  expect(one).not.toContain('Abel')
  expect(await deletions(god, { search: 'zulma' })).toContain('zulma@previa.example')
})

test('who may not see the list gets no file of it, and an organizer only their own events', async () => {
  const organizer = await server.given.user({ memberOf: await server.given.company({ name: 'Propia' }) })
  const client = await server.given.user()
  for (const [spec, as] of [
    [exportDeletions, organizer],
    [exportUsersDashboard, client],
    [exportEventsDashboard, legal],
  ] as const)
    expect(await server.refusal(server.call(spec, { query: {} }, { as }))).toBe('forbidden')
  await server.given.event({ name: 'Ajena' })
  const { events } = await server.call(getEventsDashboard, { query: {} }, { as: organizer })
  const file = await textOf(await server.call(exportEventsDashboard, { query: {} }, { as: organizer }))
  expect(file.trimEnd().split('\r\n')).toHaveLength(events.length + 1)
  expect(file).not.toContain('Ajena')
})

test('a name that a spreadsheet would compute is a text', async () => {
  const company = await server.given.company()
  const organizer = await server.given.user({ memberOf: company })
  await server.given.event({ company, name: '=HYPERLINK("https://malo.example")' })
  const file = await textOf(await server.call(exportEventsDashboard, { query: {} }, { as: organizer }))
  expect(file).toContain(`"'=HYPERLINK(""https://malo.example"")"`)
})

test('a list longer than one part is whole, and one that is too long says that there is more', async () => {
  const file = async (total: number) => {
    const [, bound] = bindList(
      getEventsDashboard,
      [exportEventsDashboard, exportEventsDashboardSheet],
      (app, { query }) => {
        const numbers = app.db.selectFrom(sql<{ n: number }>`(select generate_series(0, ${total - 1}) as n)`.as('g'))
        const part = query as unknown as WholeListPart // a file is read
        return pageOf(numbers.select('g.n'), { ...part }, { rows: 'events', id: 'g.n' }) as never // rows of the test's own
      },
      {
        name: 'x',
        rows: ({ events }) => events as unknown as { n: number }[],
        columns: [{ header: 'n', cell: ({ n }) => n }],
      },
    )
    const asker = await server.given.user()
    const call = { query: {}, actor: { userId: asker.id, impersonatorId: null } }
    const { bytes } = (await bound.handle(server.app, call as never)) as { bytes: Readable } // what serve.ts would pass and get
    return (await bytes.setEncoding('utf8').toArray()).join('').trimEnd().split('\r\n').slice(1)
  }
  expect(await file(0)).toEqual([])
  const long = await file(2500)
  expect([long.length, new Set(long).size, long[2499]]).toEqual([2500, 2500, '2499'])
  expect(await file(MAX_EXPORTED_ROWS)).toHaveLength(MAX_EXPORTED_ROWS)
  const tooLong = await file(MAX_EXPORTED_ROWS + 1)
  expect(tooLong).toHaveLength(MAX_EXPORTED_ROWS + 1)
  expect(tooLong.at(-1)).toContain('Hay más de 50.000 filas')
})

test('each file is in the audit, without what was typed, and there are so many in an hour', async () => {
  const busy = await server.given.user({ isGodAdmin: true })
  const ask = () => server.call(exportUsersDashboard, { query: { username: 'Zulma', group: 'staff' } }, { as: busy })
  for (let count = 0; count < EXPORTS_PER_HOUR; count += 1) await ask()
  expect(await server.refusal(ask())).toBe('too_many_requests')
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'object_type', 'object_id', 'after'])
    .where('actor_id', '=', busy.id)
    .where('action', '=', 'list.export')
    .execute()
  expect(rows).toHaveLength(EXPORTS_PER_HOUR)
  expect(rows[0]).toMatchObject({
    object_type: 'list',
    object_id: '/api/v1/user/dashboard',
    after: { username: 'typed', group: 'staff', sort: 'name', order: 'asc' },
  })
  await server.advance({ hours: 1 })
  await ask()
})
