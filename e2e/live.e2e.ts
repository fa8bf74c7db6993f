/** What happens elsewhere shows by itself: one stream for all tabs of a browser. */
import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { newPerson, openEvent, take } from './arrange.ts'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const soldOf = (page: Page, name: string) => page.getByRole('progressbar', { name: `Vendidas de ${name}` })

test("a sale by somebody else shows on the organizer's screens without a reload", async ({ page, context }) => {
  const name = 'Noche en Vivo'
  const event = await openEvent({ name, types: [{ name: 'Libre', price: 0, capacity: 5 }] })
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/v1/stream')) streams.push(request.url())
  })
  const isOpen = context.waitForEvent('response', (response) => response.url().includes('/api/v1/stream'))
  await signIn(page, 'organizer')
  await page.goto(`${paths.organizerEvents()}?buscar=${encodeURIComponent(name)}`)
  await expect(soldOf(page, name).first()).toHaveAttribute('aria-valuenow', '0')
  expect((await isOpen).status()).toBe(200)

  // A second window reads by the same stream.
  const beside = await context.newPage()
  await beside.goto(page.url())
  await expect(soldOf(beside, name).first()).toHaveAttribute('aria-valuenow', '0')
  await beside.waitForTimeout(1000)
  const before = streams.length
  const readings: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/event/dashboard')) readings.push(request.url())
  })
  // Longer than who has no stream waits: nobody asks by themselves.
  await beside.waitForTimeout(6000)
  expect(readings).toEqual([])

  await take(await newPerson('Celina Compradora'), event, 'Libre')
  await expect(soldOf(beside, name).first()).toHaveAttribute('aria-valuenow', '1', { timeout: 4000 })
  await expect(soldOf(page, name).first()).toHaveAttribute('aria-valuenow', '1', { timeout: 4000 })
  expect(streams.length).toBe(before)
})
