import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { renderMarkup } from '#server/shared/html.ts'
import { landingHero } from './landing-hero.ts'

test('it is dressed as the screen that takes its place, so that nothing moves', async () => {
  const sources = ['HomeScreen.tsx', 'SearchInput.tsx'].map((name) =>
    readFile(new URL(`../../../../web/areas/public/events/${name}`, import.meta.url), 'utf8'),
  )
  const screen = (await Promise.all(sources)).join('\n')
  const hero = renderMarkup(landingHero)
  const looks = [...hero.matchAll(/class="([^"]+)"/g)].map(([, look]) => look ?? '')
  // The button's look comes from a component of its own.
  const drawn = looks.filter((look) => !look.includes('bg-celeste'))
  expect(drawn.length).toBeGreaterThan(5)
  for (const look of drawn) expect(screen).toContain(`className="${look}"`)
  for (const text of ['Entradas en Argentina', 'La noche <br', 'empieza <br', 'en la', 'Ver eventos']) {
    expect(hero).toContain(text)
    expect(screen).toContain(text)
  }
})
