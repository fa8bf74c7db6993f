import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEventPage } from '#contract/events/events.ts'
import { renderMarkup } from '#server/shared/html.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { eventHero, FLYER_SIZES } from './event-hero.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('it is dressed as the screen that takes its place, so that nothing moves', async () => {
  const read = (path: string) => readFile(new URL(`../../../../web/${path}`, import.meta.url), 'utf8')
  const screen = (await read('areas/public/events/EventScreen.tsx')) + (await read('features/events/Flyer.tsx'))
  const { id } = await server.given.event({ name: 'Fiesta <Clandestina>' })
  const event = await server.call(getEventPage, { params: { id } })
  const flyer = { id: 'a'.repeat(64), width: 800, height: 1000, formats: [] }
  const hero = renderMarkup(eventHero({ ...event, flyer }))
  const looks = [...hero.matchAll(/class="([^"]+)"/g)].map(([, look]) => look ?? '')
  expect(looks.length).toBeGreaterThan(8)
  const words = new Set(screen.split(/[\s'"`]+/))
  for (const look of looks) expect(look.split(' ').filter((word) => !words.has(word))).toEqual([])
  expect(screen).toContain(FLYER_SIZES)
  expect(hero).toContain('Fiesta &lt;Clandestina&gt;')
  // Whole, whatever its shape; without one the cover is short.
  expect(hero).toContain('object-contain')
  expect(renderMarkup(eventHero({ ...event, flyer: null }))).toContain('h-28')
})
