import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import type { TicketType } from '#contract/events/event-schemas.ts'
import { renderMarkup } from '#server/shared/html.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { readScreens, strangeClasses } from '#server/testing/screen-classes.ts'
import { eventHero, FLYER_SIZES } from './event-hero.ts'

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
    'areas/public/checkout/TicketTypePicker.tsx',
    'areas/public/events/EventScreen.tsx',
    'areas/public/waiting/WaitingPlace.tsx',
    'features/events/Flyer.tsx',
    'ui/base/Badge.tsx',
    'ui/base/button-style.ts',
    'ui/base/Card.tsx',
    'ui/base/Section.tsx',
    'ui/fields/Stepper.tsx',
    'ui/overlays/BottomBar.tsx',
  )

/** An event with a flyer and a type on sale, $10.000 and $1.000 of service. */
async function arrange() {
  const { id } = await server.given.event({ name: 'Fiesta <Clandestina>' })
  await server.given.ticketType({ event: { id }, name: 'General', priceCents: 1_000_000 })
  const event = await server.call(getEventPage, { params: { id } })
  const { ticketTypes } = await server.call(getTicketTypes, { query: { eventId: id } })
  const [general] = ticketTypes
  if (!general) throw new Error('The event has no type')
  const flyer = { id: 'a'.repeat(64), width: 800, height: 1000 }
  return { event: { ...event, flyer }, general, now: server.app.clock.now() }
}

test('it is dressed as the screen that takes its place, so that nothing moves', async () => {
  const { event, general, now } = await arrange()
  const screen = await screens()
  const likeIt = (...changes: Partial<TicketType>[]) => changes.map((change) => ({ ...general, ...change }))
  const faces = [
    { event, types: likeIt({}) },
    { event, types: likeIt({ description: 'Con trago' }, { availability: 'last' }, { availability: 'soldOut' }) },
    { event: { ...event, flyer: null, availability: 'soldOut' as const }, types: likeIt({ availability: 'soldOut' }) },
    { event: { ...event, state: 'cancelled' as const }, types: [] },
    { event: { ...event, minimumAge: 18 }, types: [] },
  ]
  for (const face of faces) expect(strangeClasses(renderMarkup(eventHero({ ...face, now })), screen)).toEqual([])
  expect(screen).toContain(FLYER_SIZES)
  const hero = renderMarkup(eventHero({ event, types: [general], now }))
  expect(hero).toContain('Fiesta &lt;Clandestina&gt;')
  // Whole, whatever its shape; without one the cover is short.
  expect(hero).toContain('object-contain')
  expect(renderMarkup(eventHero({ event: { ...event, flyer: null }, types: [], now }))).toContain('h-28')
})

test('it has the whole price, what is left in words, and a link to the checkout', async () => {
  const { event, general, now } = await arrange()
  const shown = (...types: TicketType[]) => renderMarkup(eventHero({ event, types, now }))
  const link = `href="${paths.buyTicket(event.id)}"`
  const one = shown(general)
  for (const text of ['General', '$10.000 + $1.000 de servicio', '>$11.000<', '1 entrada', link, '>Comprar<']) {
    expect(one).toContain(text)
  }
  expect(shown({ ...general, price: 0, fee: 0 })).toContain('>Reservar<')
  const two = shown({ ...general, availability: 'last' }, { ...general, name: 'VIP', price: 20_000, fee: 2000 })
  for (const text of ['Últimas entradas', '>$22.000<', 'Desde $11.000', link, '>Elegir entradas<']) {
    expect(two).toContain(text)
  }
  const none = shown({ ...general, availability: 'soldOut' })
  expect(none).toContain('Agotada')
  expect(none).toContain('Se agotaron las entradas')
  expect(none).not.toContain(link)
  expect(renderMarkup(eventHero({ event: { ...event, isExpired: true }, types: [general], now }))).not.toContain(link)
})
