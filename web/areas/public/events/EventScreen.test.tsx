import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { eventPage } from '#web/testing/events.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

const slug = 'fiesta-lunar-rosario-2'
const event = eventPage({ slug })
const open = async (page: typeof event, address: string) => {
  history.replaceState(null, '', address)
  const [, name = ''] = /evento\/([^?#]+)/.exec(address) ?? []
  await openScreen(address, {
    answers: { [`GET /api/v1/event/single-page/${name}`]: page, 'GET /api/v1/ticket/types': { ticketTypes: [] } },
  })
  await screen.findByRole('heading', { level: 1, name: page.name })
  return location.pathname + location.search + location.hash
}

test.each([event.id, String(event.number), slug, 'fiesta-vieja-rosario-1'])(
  'opened as %s a public event shows the address that can be said',
  async (name) => {
    expect(await open(event, `${paths.event(name)}?codigo=AMIGOS#entradas`)).toBe(
      `/evento/${slug}?codigo=AMIGOS#entradas`,
    )
  },
)

test('a private event keeps its id', async () => {
  const page = eventPage({ slug: null })
  expect(await open(page, paths.event(page.id))).toBe(paths.event(page.id))
})
