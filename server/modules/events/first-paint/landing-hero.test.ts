import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderMarkup } from '#server/shared/html.ts'
import { landingHero } from './landing-hero.ts'

test('it is dressed as the screen that takes its place, so that nothing moves', async () => {
  const files = [
    'areas/public/events/HomeScreen.tsx',
    'areas/public/events/SearchInput.tsx',
    'features/events/EventCard.tsx',
    'ui/feedback/Skeleton.tsx',
  ]
  const sources = files.map((name) => readFile(new URL(`../../../../web/${name}`, import.meta.url), 'utf8'))
  const screen = (await Promise.all(sources)).join('\n')
  const hero = renderMarkup(landingHero)
  const looks = [...hero.matchAll(/class="([^"]+)"/g)].map(([, look]) => look ?? '')
  // The button's look comes from a component of its own.
  const drawn = looks.filter((look) => !look.includes('bg-celeste'))
  expect(drawn.length).toBeGreaterThan(10)
  const words = new Set(screen.split(/[\s'"`]+/))
  for (const look of drawn) expect(look.split(' ').filter((word) => !words.has(word))).toEqual([])
  for (const look of drawn.slice(0, 8)) expect(screen).toContain(`className="${look}"`)
  for (const text of ['La noche <br', 'empieza <br', 'en la', 'Ver eventos', 'Botón de Arrepentimiento']) {
    expect(hero).toContain(text)
    expect(screen).toContain(text)
  }
})
