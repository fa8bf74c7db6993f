import { expect, test } from 'vitest'
import { eventPath, paths } from '#contract/api/paths.ts'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { createTestApp } from '#server/testing/app.ts'
import { readScreens, strangeClasses } from '#server/testing/screen-classes.ts'
import { checkoutHero } from './checkout-hero.ts'

const drawn = (...given: Parameters<typeof checkoutHero>) => renderMarkup(checkoutHero(...given) ?? html``)

test('it says of which event, dressed as the screen that takes its place', async () => {
  const server = await createTestApp()
  try {
    const { id } = await server.given.event({ name: 'Fiesta <Clandestina>' })
    await server.given.ticketType({ event: { id }, priceCents: 1_000_000 })
    const event = await server.call(getEventPage, { params: { id } })
    const { ticketTypes } = await server.call(getTicketTypes, { query: { eventId: id } })
    const screen = await readScreens(
      'areas/public/checkout/BuyTicketScreen.tsx',
      'features/events/Flyer.tsx',
      'shell/layout/AccountControls.tsx',
      'shell/layout/Logo.tsx',
      'shell/layout/TopBar.tsx',
      'ui/feedback/Skeleton.tsx',
    )
    for (const flyer of [null, { id: 'a'.repeat(64), width: 800, height: 1200 }]) {
      const hero = drawn({ ...event, flyer }, ticketTypes)
      expect(strangeClasses(hero, screen)).toEqual([])
      for (const text of [
        'Fiesta &lt;Clandestina&gt;',
        'Tu compra',
        `href="${eventPath(event)}"`,
        `href="${paths.home()}"`,
      ]) {
        expect(hero).toContain(text)
      }
    }
    expect(drawn(event, [])).toContain('Tu reserva')
  } finally {
    await server.close()
  }
})
