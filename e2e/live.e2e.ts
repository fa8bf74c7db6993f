/** What happens elsewhere shows by itself: one stream for all windows of a browser. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/api/paths.ts'
import { enter, newPerson, openEvent, take } from './arrange.ts'
import { expect, test } from './test.ts'

const soldOf = (page: Page, name: string) => page.getByRole('progressbar', { name: `Vendidas de ${name}` }).first()

test("another buyer's purchase shows on the organizer's screens without a reload", async ({ page, context }) => {
  test.slow()
  const name = 'Noche en Vivo'
  const event = await openEvent({ name, types: [{ name: 'Libre', price: 0, capacity: 5 }] })
  const listeners = new Set<Page>()
  context.on('request', (request) => {
    if (!request.serviceWorker() && request.url().includes('/api/v1/stream')) listeners.add(request.frame().page())
  })
  await context.clock.install()
  const opened = context.waitForEvent('response', (response) => response.url().includes('/api/v1/stream'))
  await enter(page, 'organizer')
  await page.goto(`${paths.organizerEvents()}?buscar=${encodeURIComponent(name)}`)
  await expect(soldOf(page, name)).toHaveAttribute('aria-valuenow', '0')
  expect((await opened).status()).toBe(200)
  // Another window reads by the same stream.
  const secondTab = await context.newPage()
  await secondTab.goto(page.url())
  await expect(soldOf(secondTab, name)).toHaveAttribute('aria-valuenow', '0')

  // The clock advances only to draw, by less than the polling interval.
  await context.clock.pauseAt(await page.evaluate(() => Date.now() + 3000))
  await take(await newPerson('Celina Compradora'), event, 'Libre')
  const instants = Array.from({ length: 40 }, () => 50)
  for (const each of [secondTab, page]) {
    await expect(async () => {
      await context.clock.runFor(instants.pop() ?? 0)
      await expect(soldOf(each, name)).toHaveAttribute('aria-valuenow', '1', { timeout: 100 })
    }).toPass()
  }
  expect([...listeners]).toEqual([page])
})

test('the first screen of an event follows its sales', async ({ page }) => {
  const event = await openEvent({ name: 'Resumen en Vivo', types: [{ name: 'Libre', price: 0, capacity: 5 }] })
  await enter(page, 'organizer')
  await page.goto(paths.eventSummary(event.id))
  const sale = page.getByRole('region', { name: 'Venta' })
  await expect(sale.getByText('0 % de 5')).toBeVisible()
  await take(await newPerson('Ciro Comprador'), event, 'Libre', 2)
  await expect(sale.getByText('40 % de 5')).toBeVisible()
  await expect(sale.getByText('Total 2 de 5')).toBeVisible()
})
