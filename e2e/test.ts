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

/** axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}
