import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { readSources } from '#server/testing/source.ts'
import { inTransaction, type App, type Tx } from './context.ts'

let server: TestApp
const errors: string[] = []
let app: App

beforeAll(async () => {
  server = await createTestApp()
  const log = { ...server.app.log, error: (_facts: unknown, message: string) => void errors.push(message) }
  app = { ...server.app, log: log as unknown as App['log'] } // what is called of it here
})
afterAll(() => server.close())

const done: string[] = []
beforeEach(() => {
  done.length = 0
  errors.length = 0
})

const note = (tx: Tx, what: string) => tx.afterCommit(() => void done.push(what))

test('inside a transaction there is nothing to call outside with', async () => {
  const keys = await inTransaction(app, async (tx) => {
    const outside = [
      // @ts-expect-error what takes the compiler's word away here gives every use case the provider
      tx.vendors.payments,
      // @ts-expect-error
      tx.vendors.google,
      // @ts-expect-error
      tx.files,
      // @ts-expect-error a hint sent before the commit announces what others do not see yet
      tx.bus,
      // @ts-expect-error connections of their own are no part of the transaction
      tx.reserved,
      // @ts-expect-error what a process keeps may not hold what is rolled back
      tx.processCache,
      // @ts-expect-error whether there is mail may be asked, but none sent
      tx.vendors.email.send,
      // @ts-expect-error
      tx.vendors.whatsapp.send,
    ]
    expect(outside.filter((each) => each !== undefined)).toEqual([])
    // @ts-expect-error what takes an `App` may call outside, so that it is not called from here
    const asApp: App = tx
    return Object.keys(asApp)
  })
  expect(keys.sort()).toEqual(
    ['afterCommit', 'clock', 'config', 'db', 'log', 'modules', 'queue', 'vault', 'vendors'].sort(),
  )
  // @ts-expect-error and what must stand or fall with a transaction is not called without one
  const asTx: Tx = app
  expect(asTx.db.isTransaction).toBe(false)
})

test('acts follow the commit, in their order and with everything at hand', async () => {
  await sql`create table acts (name text)`.execute(app.db)
  const result = await inTransaction(app, async (tx) => {
    await sql`insert into acts values ('written')`.execute(tx.db)
    tx.afterCommit(async (app) => {
      const { rows } = await sql<{ name: string }>`select name from acts`.execute(app.db)
      done.push(...rows.map(({ name }) => name))
      app.bus.publish('acts')
    })
    note(tx, 'second')
    expect(done).toEqual([])
    return 'result'
  })
  expect([result, ...done]).toEqual(['result', 'written', 'second'])
})

test('what is rolled back has no acts', async () => {
  const failing = inTransaction(app, async (tx) => {
    note(tx, 'never')
    await sql`select 1/0`.execute(tx.db)
  })
  await expect(failing).rejects.toThrow('division by zero')
  const unkept = inTransaction(app, async (tx) => {
    note(tx, 'never')
    await sql`create temp table unkept (one int unique deferrable initially deferred)`.execute(tx.db)
    await sql`insert into unkept values (1), (1)`.execute(tx.db)
  })
  // It fails in the commit itself.
  await expect(unkept).rejects.toThrow('unique')
  expect(done).toEqual([])
})

test('acts of a transaction within one wait for the outer commit', async () => {
  const both = (fails: boolean) =>
    inTransaction(app, async (tx) => {
      note(tx, 'outer')
      await inTransaction(tx, async (inner) => {
        expect(inner).toBe(tx)
        note(inner, 'inner')
      })
      expect(done).toEqual([])
      if (fails) throw new Error('of the outer one')
    })
  await expect(both(true)).rejects.toThrow('of the outer one')
  expect(done).toEqual([])
  await both(false)
  expect(done).toEqual(['outer', 'inner'])
})

test('an act that fails is logged, and neither fails the call nor stops the next', async () => {
  const call = inTransaction(app, async (tx) => {
    tx.afterCommit(() => {
      throw new Error('of an act')
    })
    tx.afterCommit(() => Promise.reject(new Error('of a later one')))
    note(tx, 'next')
    return 'result'
  })
  expect(await call).toBe('result')
  expect(errors).toEqual(['what follows a commit failed', 'what follows a commit failed'])
  expect(done).toEqual(['next'])
})

/** Calls whose work can still name the `App` around it: it must call what it is given by the same name, which hides it. */
function reachingOut(code: string): string[] {
  const works = code.matchAll(
    /\b(?:inTransaction|once)\(\s*(?:\{ \.\.\.)?(\w+)\b(?:[^()]|\([^()]*\))*?\(([^()]*)\) =>/g,
  )
  return [...works].filter(([, around, given]) => given !== around).map(([call]) => call)
}

test('the work of a transaction cannot name the app around it', () => {
  const product = readSources(['server/**/*.ts']).filter(({ path }) => !/\.test\.ts$|^server\/testing\//.test(path))
  expect(product.filter(({ code }) => /\binTransaction\(app, async \(app\) =>/.test(code)).length).toBeGreaterThan(40)
  expect(product.flatMap(({ path, code }) => reachingOut(code).map((call) => `${path}: ${call}`))).toEqual([])
})

test.each([
  ['inTransaction(app, async (app) => app.queue)', 0],
  ['inTransaction({ ...app, db }, async (app) => app.queue)', 0],
  ['inTransaction(app, foldTotals)', 0],
  ['once(app, { key }, (app) => make(app))', 0],
  ['inTransaction(app, async (tx) => app.vendors.email.send(message))', 1],
  ['inTransaction(app, async ({ db }) => app.vendors.email.send(message))', 1],
  ['inTransaction(app, () => app.vendors.email.send(message))', 1],
])('%s: %i of them', (code, count) => {
  expect(reachingOut(code)).toHaveLength(count)
})
