/** Playwright's `test`, with what every journey of ours demands: nothing goes wrong in the page unnoticed. */
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

interface Demands {
  /** Complaints that a journey brings about itself: a refusal that it asks for, a network that it cuts. */
  expected: RegExp | null
  quiet: undefined
}

export const test = base.extend<Demands>({
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

/** Nothing moves or fades any more, but what does so for ever. What is looked at half-way is nobody's. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(SETTLED)
}

/**
 * axe finds nothing on the page once it has settled. It describes only what is wrong, and in the page itself: describing
 * each element that passes, and carrying that into a second page, took four fifths of the time. The mode leaves out
 * frames of other origins, which no screen has.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}
