import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await sql`create table notes (id int primary key, text text)`.execute(server.app.db)
})
afterAll(() => server.close())
beforeEach(() => sql`truncate notes`.execute(server.app.db))

const orders = () => server.app.reserved.orders
const add = (id: number) => sql`insert into notes values (${id}, 'x')`
const noted = async () =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(server.app.db)).rows.map(({ id }) => id)

test('what is decided from the first statement is written by the others, in their order, and committed', async () => {
  const result = await orders().transact(sql<{ two: number }>`select 1 + 1 as two`, ([row]) => ({
    writes: [add(row?.two ?? 0), sql`insert into notes select id + 10, text from notes`],
    result: 'done',
  }))
  expect([result, await noted()]).toEqual(['done', [2, 12]])
})

test.each<[string, () => Promise<unknown>]>([
  ['the first statement fails', () => orders().transact(sql`select 1 / 0`, () => ({ writes: [add(1)], result: null }))],
  [
    'the decision throws',
    () =>
      orders().transact(sql`insert into notes values (7, 'x')`, () => {
        throw new Error('no')
      }),
  ],
  [
    'a write fails',
    () => orders().transact(sql`select 1`, () => ({ writes: [add(1), sql`select 1 / 0`, add(2)], result: null })),
  ],
  [
    'the connection is lost between the two flights',
    () =>
      orders().transact(sql<{ pid: number }>`select pg_backend_pid() as pid`, async ([row]) => {
        await sql`select pg_terminate_backend(${row?.pid ?? 0})`.execute(server.app.db)
        return { writes: [add(1)], result: null }
      }),
  ],
])('when %s nothing is written, and the next one goes well', async (_name, transact) => {
  await expect(transact()).rejects.toThrow(/./)
  expect(await noted()).toEqual([])
  await orders().transact(sql`select 1`, () => ({ writes: [add(3)], result: null }))
  expect(await noted()).toEqual([3])
})

test('a process that stops between the flights gives its locks back', async () => {
  await add(1).execute(server.app.db)
  const stopped = orders().transact(sql`set local idle_in_transaction_session_timeout = '50ms'`, async () => {
    await sql`select pg_sleep(0.3)`.execute(server.app.db)
    return { writes: [add(2)], result: null }
  })
  await expect(stopped).rejects.toThrow(/./)
  expect(await noted()).toEqual([1])
})
