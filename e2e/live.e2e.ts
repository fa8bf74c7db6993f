/** What happens elsewhere shows by itself: one stream for all windows of a browser. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { newPerson, openEvent, take } from './arrange.ts'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const soldOf = (page: Page, name: string) => page.getByRole('progressbar', { name: `Vendidas de ${name}` }).first()

test("a sale by somebody else shows on the organizer's screens without a reload", async ({ page, context }) => {
  test.slow()
  const name = 'Noche en Vivo'
  const event = await openEvent({ name, types: [{ name: 'Libre', price: 0, capacity: 5 }] })
  const listeners = new Set<Page>()
  let readAt = performance.now()
  context.on('request', (request) => {
    if (request.serviceWorker()) return
    if (request.url().includes('/api/v1/stream')) listeners.add(request.frame().page())
    if (request.url().includes('/event/dashboard')) readAt = performance.now()
  })
  const opened = context.waitForEvent('response', (response) => response.url().includes('/api/v1/stream'))
  await signIn(page, 'organizer')
  await page.goto(`${paths.organizerEvents()}?buscar=${encodeURIComponent(name)}`)
  await expect(soldOf(page, name)).toHaveAttribute('aria-valuenow', '0')
  expect((await opened).status()).toBe(200)
  // Another window reads by the same stream.
  const beside = await context.newPage()
  await beside.goto(page.url())
  await expect(soldOf(beside, name)).toHaveAttribute('aria-valuenow', '0')

  // Longer than who has no stream waits: nobody asks by themselves.
  await expect.poll(() => performance.now() - readAt, { timeout: 60_000 }).toBeGreaterThan(6000)
  await take(await newPerson('Celina Compradora'), event, 'Libre')
  for (const each of [beside, page]) {
    await expect(soldOf(each, name)).toHaveAttribute('aria-valuenow', '1', { timeout: 4000 })
  }
  expect([...listeners]).toEqual([page])
})
