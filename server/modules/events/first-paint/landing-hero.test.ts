import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventPath } from '#contract/api/paths.ts'
import { getEventsHome } from '#contract/events/events.ts'
import { renderMarkup } from '#server/shared/html.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { readScreens, strangeClasses } from '#server/testing/screen-classes.ts'
import { CARD_SIZES } from './event-grid.ts'
import { landingHero } from './landing-hero.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const screens = () =>
  readScreens(
    'shell/layout/AccountControls.tsx',
    'shell/layout/Logo.tsx',
    'shell/layout/TopBar.tsx',
    'areas/public/events/HomeScreen.tsx',
    'areas/public/events/SearchInput.tsx',
    'features/events/EventCard.tsx',
    'features/events/Flyer.tsx',
    'ui/base/Badge.tsx',
    'ui/base/Chip.tsx',
    'ui/base/button-style.ts',
    'ui/feedback/Skeleton.tsx',
  )
const image = (height: number) => ({ id: 'a'.repeat(64), width: 800, height })

test('it is dressed as the screen that takes its place, so that nothing moves', async () => {
  const named = ['Tango <Lunar>', 'Dos', 'Tres', 'Cuatro', 'Cinco']
  for (const [hour, name] of named.entries()) {
    const event = await server.given.event({ name, startsInHours: 2 + hour / 10 })
    await server.given.ticketType({ event, priceCents: 1_000_000 })
  }
  const home = await server.call(getEventsHome, { query: {} })
  const { events } = home.eventsCloseToDate
  expect(events).toHaveLength(5)
  // One of a flyer's shape, one of another, and three covers.
  const pictured = events.map((event, place) => ({ ...event, flyer: place < 2 ? image(1000 + 200 * place) : null }))
  const now = server.app.clock.now()
  const answer = { ...home, eventsCloseToDate: { ...home.eventsCloseToDate, events: pictured } }
  const hero = renderMarkup(landingHero(answer, now))
  const screen = await screens()
  expect(strangeClasses(hero, screen)).toEqual([])
  expect(strangeClasses(renderMarkup(landingHero(null, now)), screen)).toEqual([])
  expect(screen).toContain(CARD_SIZES)
  for (const text of ['La noche <br', 'empieza <br', 'en la', 'Ver eventos', 'Botón de Arrepentimiento', 'Ver todos']) {
    expect(hero).toContain(text)
    expect(screen).toContain(text)
  }
  // The first four, whole: picture, name, day, price with its fee and the way there.
  expect(hero.match(/<h3/g)).toHaveLength(4)
  expect(hero).toContain('Tango &lt;Lunar&gt;')
  expect(hero).toContain('Desde $11.000')
  for (const event of events.slice(0, 4)) expect(hero).toContain(`href="${eventPath(event)}"`)
  // One picture alone goes before all others.
  expect(hero.match(/fetchpriority="high"/g)).toHaveLength(1)
})

test('without a night it keeps their places', () => {
  const empty = {
    year: 2026,
    month: 11,
    eventsCloseToDate: { events: [], pagination: { page: 1, limit: 100, totalPages: 0, total: 0, totalEvents: 0 } },
    calendar: [],
  }
  expect(renderMarkup(landingHero(empty, '2026-11-26T22:00:00.000Z'))).toContain('animate-pulse-soft')
})
