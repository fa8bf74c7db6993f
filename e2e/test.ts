/** Playwright's `test`, with what every journey of ours demands: nothing goes wrong in the page unnoticed. */
import { test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { shiftPages } from './browser-clock.ts'

export { expect }

interface Demands {
  /** Complaints that a journey brings about itself: a refusal that it asks for, a network that it cuts. */
  expected: RegExp | null
  quiet: undefined
}

export const test = base.extend<Demands>({
  browser: [async ({ browser }, use) => use(shiftPages(browser)), { scope: 'worker' }],
  expected: [null, { option: true }],
  quiet: [
    async ({ context, expected }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use(undefined)
      const surprises = complaints.filter((complaint) => !expected?.test(complaint))
      expect(surprises, 'errors in the page').toEqual([])
    },
    { auto: true },
  ],
})

/** In the page: until every movement that has an end has ended. */
const SETTLED = `(async () => {
  const moving = () => document.getAnimations().filter(
    ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  for (let now = moving(); now.length > 0; now = moving()) await Promise.allSettled(now.map(({ finished }) => finished))
})()`

/** Waits until no animation runs except endless ones. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(SETTLED)
}

/** In the page: what axe finds, described only where it is wrong, which is what takes its time. */
const PROBLEMS = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`

/**
 * axe finds nothing on the page; what it finds half-way, because something only began to move when it looked, it does not
 * find again. A page is given the program once: giving it for each look took more time than looking. Frames of other
 * origins are left out; no screen has any.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => expect(await accessProblems(page)).toEqual([])).toPass({ timeout: 20_000 })
}

/** What axe finds wrong with a page once it has settled: each rule that is broken, and where. */
export async function accessProblems(page: Page): Promise<string[]> {
  await settled(page)
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  return page.evaluate<string[]>(PROBLEMS)
}
