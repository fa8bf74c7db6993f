import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, type Tx } from '#server/context.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { newId } from '#server/shared/ids.ts'
import { forgetEndedLimits, forgetSubjects, forgive, quotas, take, takeOrRefuse } from './limits.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const rows = () => server.app.db.selectFrom('limits_taken').selectAll().execute()

test('of those that come at the same moment, only so many are not one too many', async () => {
  const subject = newId()
  const taken = await Promise.all(Array.from({ length: 20 }, () => take(server.app, 'sign-in', subject)))
  expect(taken.filter(({ isOver }) => !isOver)).toHaveLength(quotas['sign-in'].most)
  expect(taken.map(({ used }) => used).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

test('negative control: who reads a count before adding to it lets more pass', async () => {
  await sql`create table counted_badly (subject uuid primary key, used int not null default 0)`.execute(server.app.db)
  const subject = newId()
  await sql`insert into counted_badly values (${subject})`.execute(server.app.db)
  const everybodyHasRead = Promise.withResolvers<undefined>()
  let readers = 0
  const takeBadly = async () => {
    const { rows } = await sql<{ used: number }>`select used from counted_badly`.execute(server.app.db)
    const used = (rows[0]?.used ?? 0) + 1
    readers += 1
    if (readers === 20) everybodyHasRead.resolve(undefined)
    await everybodyHasRead.promise
    await sql`update counted_badly set used = ${used} where subject = ${subject}`.execute(server.app.db)
    return used > quotas['sign-in'].most
  }
  const taken = await Promise.all(Array.from({ length: 20 }, takeBadly))
  expect(taken.filter((isOver) => !isOver).length).toBeGreaterThan(quotas['sign-in'].most)
})

test('the window begins with the first and ends by itself; a forgiven count begins again at once', async () => {
  const subject = newId()
  for (let n = 0; n < quotas['sign-in'].most; n += 1) await takeOrRefuse(server.app, 'sign-in', subject)
  await server.advance({ minutes: 10 })
  const late = await take(server.app, 'sign-in', subject)
  expect(late.isOver).toBe(true)
  expect(late.waitSeconds).toBeGreaterThan(4 * 60)
  expect(late.waitSeconds).toBeLessThanOrEqual(5 * 60)
  await expect(takeOrRefuse(server.app, 'sign-in', subject)).rejects.toMatchObject({ code: 'too_many_requests' })
  await takeOrRefuse(server.app, 'sign-in', subject, true)
  await server.advance({ minutes: 5, seconds: 1 })
  expect(await take(server.app, 'sign-in', subject)).toMatchObject({ used: 1, isOver: false })
  for (let n = 0; n < 9; n += 1) await take(server.app, 'sign-in', subject)
  await forgive(server.app, 'sign-in', subject)
  expect(await take(server.app, 'sign-in', subject)).toMatchObject({ used: 1 })
})

test('an act counts with its transaction alone, an attempt whatever becomes of it; neither is taken the other way', async () => {
  const subject = newId()
  const takenBack = inTransaction(server.app, async (app) => {
    await take(app, 'transfer', subject)
    throw new Error('something else went wrong')
  })
  await expect(takenBack).rejects.toThrow('something else')
  const inside = (work: (app: Tx) => Promise<unknown>) => inTransaction(server.app, work)
  expect(await inside((app) => take(app, 'transfer', subject))).toMatchObject({ used: 1 })
  await expect(take(server.app, 'transfer', subject)).rejects.toThrow('inside a transaction')
  await expect(inside((app) => take(app, 'sign-in', subject))).rejects.toThrow('outside a transaction')
})

test('one name or subject is not another; who leaves leaves nothing, and what is over goes', async () => {
  await server.app.db.deleteFrom('limits_taken').execute()
  const [one, other] = [newId(), newId()]
  await take(server.app, 'sign-in', one)
  await take(server.app, 'password', one)
  expect(await take(server.app, 'sign-in', other)).toMatchObject({ used: 1 })
  expect(JSON.stringify(await rows())).not.toContain(one)
  await forgetSubjects(server.app, [one])
  expect(await rows()).toHaveLength(1)
  await server.advance({ minutes: 15, seconds: 1 })
  await forgetEndedLimits(server.app)
  expect(await rows()).toEqual([])
})

test('threat 32: what a flood left goes in rounds, and what is not over stays', async () => {
  await server.app.db.deleteFrom('limits_taken').execute()
  for (let n = 0; n < 7; n += 1) await take(server.app, 'sign-in', newId())
  await server.advance({ minutes: 15, seconds: 1 })
  await take(server.app, 'sign-in', newId())
  await forgetEndedLimits(server.app, 3)
  expect(await rows()).toHaveLength(1)
})
