/** Notifications are their own queue: each is handled once, by whichever worker takes it, and tried again when that failed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { receiveMercadoPagoWebhook } from '#contract/companies/payments.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { rowsRead } from '#server/testing/rows-read.ts'
import { createSellingApp, type SellingApp } from '#server/testing/selling-app.ts'
import { claimNotifications, completeNotifications } from './store.ts'
import { takeTurns } from './take-turns.ts'

let shop: SellingApp
let twin: TestApp
beforeAll(async () => {
  shop = await createSellingApp()
  twin = await createTestApp({ sharing: shop })
})
afterAll(async () => {
  await twin.close()
  await shop.close()
})
beforeEach(() => sql`delete from provider_notifications`.execute(shop.app.db))

/** Hints, which anybody may send, each from another address. */
const notify = (ids: readonly string[]) =>
  Promise.all(
    ids.map((id, n) =>
      shop.fastify.inject({
        method: 'POST',
        url: `${receiveMercadoPagoWebhook.path}?data.id=${id}&type=payment`,
        payload: {},
        remoteAddress: `198.51.100.${n}`,
      }),
    ),
  )
const many = Array.from({ length: 40 }, (_, n) => String(5000 + n))
const open = async () => {
  const { rows } = await sql<{ id: string }>`
    select resource_id as id from provider_notifications where handled_at is null order by resource_id`.execute(
    shop.app.db,
  )
  return rows.map(({ id }) => id)
}

test('those that come together are kept by few statements, one that comes twice once, and no job is added', async () => {
  const answers = await notify([...many, ...many])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await open()).toEqual(many)
  const { rows } = await sql<{ statements: number; jobs: number }>`
    select count(distinct xmin::text)::int as statements,
           (select count(*)::int from pgboss.job where name like 'checkout.apply%') as jobs
      from provider_notifications`.execute(shop.app.db)
  expect(rows[0]?.jobs).toBe(0)
  expect(rows[0]?.statements).toBeLessThan(20)
})

test('two workers share them, and each is handled once', async () => {
  await notify(many)
  const handled: string[] = []
  const work = async ({ app }: TestApp) => {
    while (
      (await takeTurns(app, 7, ({ resourceId }) => {
        handled.push(resourceId)
        return Promise.resolve('noted')
      })) > 0
    );
  }
  await Promise.all([work(shop), work(twin)])
  expect(handled.toSorted((a, b) => a.localeCompare(b))).toEqual(many)
  expect(await open()).toEqual([])
})

test('one that fails holds up no other, comes again later each time, and is given up in the end', async () => {
  await notify(['1', '2', '3'])
  const tried: string[] = []
  const turn = () =>
    takeTurns(shop.app, 10, ({ resourceId }) => {
      tried.push(resourceId)
      return resourceId === '2' ? Promise.reject(new Error('no answer')) : Promise.resolve('noted')
    })
  expect(await turn()).toBe(3)
  expect(await open()).toEqual(['2'])
  expect(await turn()).toBe(0)
  await shop.advance({ seconds: 3 })
  expect(await turn()).toBe(1)
  await shop.advance({ seconds: 3 })
  expect(await turn()).toBe(0)
  for (let hour = 0; hour < 12; hour += 1) {
    await shop.advance({ minutes: 61 })
    await turn()
  }
  expect(tried.filter((id) => id === '2')).toHaveLength(13)
  const { rows } = await sql`select outcome from provider_notifications where resource_id = '2'`.execute(shop.app.db)
  expect(rows).toEqual([{ outcome: 'given_up' }])
})

test('one that the provider is slow to answer holds up no other, nor what comes meanwhile', async () => {
  await notify(many.slice(0, 9))
  const slow = Promise.withResolvers<string>()
  const turn = takeTurns(shop.app, 10, ({ resourceId }) =>
    resourceId === '5004' ? slow.promise : Promise.resolve('noted'),
  )
  const isOpen = (ids: readonly string[]) => expect.poll(open, { timeout: 20_000 }).toEqual(ids)
  await isOpen(['5004'])
  await notify(many.slice(9, 12))
  await isOpen(['5004'])
  slow.resolve('noted')
  expect(await turn).toBe(12)
  expect(await open()).toEqual([])
})

test('a worker that died leaves its own to the next, once its lease ends', async () => {
  await notify(['1'])
  const killed = new AbortController()
  await new Promise<void>((taken) => {
    const never = () => {
      killed.abort()
      taken()
      return new Promise<string>(() => {})
    }
    void takeTurns(shop.app, 10, never, killed.signal)
  })
  await shop.advance({ seconds: 20 })
  expect(await takeTurns(shop.app, 10, () => Promise.resolve('noted'))).toBe(0)
  await shop.advance({ seconds: 11 })
  expect(await takeTurns(shop.app, 10, () => Promise.resolve('noted'))).toBe(1)
})

test('a hint that comes again while it is handled is handled again', async () => {
  await notify(['1'])
  const turn = () =>
    takeTurns(shop.app, 10, async () => {
      await notify(['1'])
      return 'noted'
    })
  expect(await turn()).toBe(1)
  expect(await open()).toEqual(['1'])
})

test('a hint that comes again while it waits for its next turn has the provider asked no sooner, and no oftener', async () => {
  await notify(['1'])
  const turn = () => takeTurns(shop.app, 10, () => Promise.reject(new Error('no answer')))
  for (let n = 0; n < 4; n += 1) {
    expect(await turn()).toBe(1)
    await shop.advance({ seconds: 2 ** (n + 1) })
  }
  expect(await turn()).toBe(1)
  await shop.advance({ seconds: 20 })
  await notify(['1'])
  expect(await turn()).toBe(0)
  await shop.advance({ seconds: 13 })
  expect(await turn()).toBe(1)
  const { rows } = await sql`select attempts from provider_notifications`.execute(shop.app.db)
  expect(rows).toEqual([{ attempts: 6 }])
})

test('a worker whose hint was claimed again settles nothing', async () => {
  await notify(['1'])
  /** A worker that begins one, takes no more, and ends it on command. */
  const begin = async () => {
    const [begun, ends, stopping] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<string>(),
      new AbortController(),
    ]
    const apply = () => {
      stopping.abort()
      begun.resolve(undefined)
      return ends.promise
    }
    const turn = takeTurns(shop.app, 10, apply, stopping.signal)
    await begun.promise
    return async (outcome: string) => {
      ends.resolve(outcome)
      await turn
    }
  }
  const endFirst = await begin()
  await notify(['1'])
  await shop.advance({ seconds: 31 })
  const endSecond = await begin()
  await endFirst('not_found')
  expect(await open()).toEqual(['1'])
  await endSecond('noted')
  const { rows } = await sql`select outcome from provider_notifications`.execute(shop.app.db)
  expect(rows).toEqual([{ outcome: 'noted' }])
})

test('however many wait, those that end together are all that is read to note it', async () => {
  const { app } = shop
  await sql`
    insert into provider_notifications (id, notification_id, topic, resource_id, is_signed)
    select gen_random_uuid(), n::text, 'payment', n::text, true from generate_series(1, 30000) n`.execute(app.db)
  const claimed = await claimNotifications(app, 100)
  await app.db.connection().execute(async (db) => {
    const read = await rowsRead(db, ['provider_notifications'], () =>
      completeNotifications(
        { ...app, db },
        claimed.map((each) => [each, 'noted']),
      ),
    )
    expect(read.get('provider_notifications')).toBeLessThan(500)
  })
})
