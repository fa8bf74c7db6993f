/**
 * Killed between any two of its steps, the work on money is taken up by another process: nothing is paid and not issued, nothing
 * is given back twice, and every promise holds (invariants M3–M6 and S2). The steps are listed with each story: a new one fails
 * here until it is, and is killed after from then on.
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { storiesAround } from './deaths/around.ts'
import { paymentStories } from './deaths/payments.ts'
import { refundStories } from './deaths/refunds.ts'
import type { Story, Work } from './deaths/story.ts'
import { createMortalApp, type MortalApp } from './mortal-app.ts'
import type { SellingApp } from './selling-app.ts'
import { eachTestSettles } from './settled-shop.ts'
import { tries } from './tries.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const stories: Readonly<Record<string, Story>> = { ...paymentStories, ...refundStories, ...storiesAround }

/**
 * `npm run prove` kills after each step. `npm test` does after each call that changes something at the provider, and of the others after
 * the first of each kind, whichever story has it: taking and ending work is the same for all of it.
 */
const met = new Set<string>()
function isTried(name: string): boolean {
  const kind = name.replace(/^((?:take|end) job|take|update) .*/, '$1')
  const isNew = !met.has(kind)
  met.add(kind)
  return isNew || /^provider: (?!fetch)/.test(name) || tries(0, 1) === 1
}

// The first ticket of a server makes the key of all of them.
beforeAll(() => shop.paid())

test('the control: work that no process resumes stays undone', async () => {
  const { publicId, preferenceId } = await shop.sentToPay()
  await shop.simulator.control.pay(preferenceId)
  const mortal = createMortalApp(shop.app, 2)
  await expect(workOn(mortal, {})).rejects.toThrow('The process was killed')
  expect(await shop.orderState(publicId)).toBe('pending_payment')
  await takeUp({})
  expect(await shop.orderState(publicId)).toBe('paid')
})

/** What a process does with what it is asked and what waits for it, for some seconds or until it dies. */
async function workOn({ app, isDead }: MortalApp, { request, jobs = [] }: Pick<Work, 'request' | 'jobs'>) {
  await request?.(app)
  for (let turn = 0; turn < 4 && !isDead(); turn += 1) {
    await shop.simulator.control.drain()
    for (const job of ['checkout.apply-notifications', 'refunds.sweep', ...jobs] as const) {
      await app.queue.runJob(app, job)
    }
    await app.queue.drain(app)
    await shop.advance({ seconds: 2 })
  }
}

/**
 * Another process resumes the work of the dead one: its leases end, and the queue gives its jobs out again. A request without
 * an answer is repeated.
 */
async function takeUp({ request, jobs = [] }: Pick<Work, 'request' | 'jobs'>): Promise<void> {
  await request?.(shop.app)
  for (let turn = 0; turn < 3; turn += 1) {
    await shop.advance({ minutes: 3 })
    await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(shop.app.db)
    for (const job of jobs) await shop.app.queue.runJob(shop.app, job)
    await shop.settle()
  }
}

describe.each(Object.entries(stories))('%s', (_, { begin, ends, points }) => {
  test('its steps are those listed', async () => {
    const work = await begin(shop)
    const counted = createMortalApp(shop.app, Infinity)
    await workOn(counted, work)
    await takeUp(work)
    expect(await work.outcome()).toEqual(ends)
    // Two payments at once take turns as they come.
    expect(counted.steps.toSorted()).toEqual(points.toSorted())
  })

  test.each([...points.entries()].filter(([, name]) => isTried(name)))('killed after step %i, %s', async (n) => {
    const work = await begin(shop)
    const mortal = createMortalApp(shop.app, n + 1)
    await workOn(mortal, work).catch(() => {})
    expect(mortal.isDead()).toBe(true)
    await takeUp(work)
    expect(await work.outcome(), mortal.steps.join('\n')).toEqual(ends)
  })
})
