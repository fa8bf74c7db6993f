import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventPath, paths } from '#contract/api/paths.ts'
import { getEventsPreview } from '#contract/events/events.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { readScreens, strangeClasses } from '#server/testing/screen-classes.ts'
import { listHero } from './list-hero.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('it is dressed as the screen that takes its place, and its search, short cuts and events are links', async () => {
  const now = server.app.clock.now()
  const event = await server.given.event({ name: 'Fiesta <Clandestina>' })
  await server.given.ticketType({ event, priceCents: 1_000_000 })
  const list = await server.call(getEventsPreview, { query: {} })
  const [first] = list.events
  if (!first) throw new Error('The list has no event')
  const screen = await readScreens(
    'areas/public/events/EventsScreen.tsx',
    'areas/public/events/SearchInput.tsx',
    'features/events/EventCard.tsx',
    'features/events/Flyer.tsx',
    'features/lists/FilterSummary.tsx',
    'features/lists/ListView.tsx',
    'shell/layout/AccountControls.tsx',
    'shell/layout/Logo.tsx',
    'shell/layout/TopBar.tsx',
    'ui/base/Badge.tsx',
    'ui/base/Button.tsx',
    'ui/base/Chip.tsx',
    'ui/base/button-style.ts',
  )
  expect(listHero({ ...list, events: [] }, now)).toBeNull()
  const flyer = { id: 'a'.repeat(64), width: 800, height: 1000 }
  const hero = renderMarkup(listHero({ ...list, events: [first, { ...first, flyer }] }, now) ?? html``)
  expect(strangeClasses(hero, screen)).toEqual([])
  for (const text of [
    '1 evento',
    'Fiesta &lt;Clandestina&gt;',
    `href="${eventPath(first)}"`,
    `action="${paths.events()}"`,
    'name="buscar"',
    'href="/eventos?gratis=si"',
    'Desde $11.000',
  ]) {
    expect(hero).toContain(text)
  }
})
