/** Playwright's `test`, with what every journey of ours demands: nothing goes wrong in the page unnoticed. */
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use(undefined)
      expect(complaints, 'errors in the page').toEqual([])
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
