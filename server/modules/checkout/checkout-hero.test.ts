import { expect, test } from 'vitest'
import { eventPath, paths } from '#contract/api/paths.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { createTestApp } from '#server/testing/app.ts'
import { readScreens, strangeClasses } from '#server/testing/screen-classes.ts'
import { checkoutHero } from './checkout-hero.ts'

const drawn = (event: EventPage, types: readonly TicketType[]) =>
  renderMarkup(checkoutHero({ event, types, now: '2026-11-26T21:00:00.000Z' }) ?? html``)

test('it says of which event, dressed as the screen that takes its place', async () => {
  const server = await createTestApp()
  try {
    const { id } = await server.given.event({ name: 'Fiesta <Clandestina>' })
    await server.given.ticketType({ event: { id }, priceCents: 1_000_000 })
    const event = await server.call(getEventPage, { params: { id } })
    const { ticketTypes } = await server.call(getTicketTypes, { query: { eventId: id } })
    const screen = await readScreens(
      'areas/public/checkout/BuyTicketScreen.tsx',
      'areas/public/checkout/GuestForm.tsx',
      'areas/public/checkout/OrderSummary.tsx',
      'areas/public/checkout/TicketTypePicker.tsx',
      'features/events/Flyer.tsx',
      'features/forms/Form.tsx',
      'features/phone/PhoneField.tsx',
      'shell/layout/AccountControls.tsx',
      'shell/layout/Logo.tsx',
      'shell/layout/TopBar.tsx',
      'ui/base/Card.tsx',
      'ui/feedback/Skeleton.tsx',
      'ui/fields/Field.tsx',
      'ui/fields/Stepper.tsx',
      'ui/fields/TextField.tsx',
    )
    const several = [...ticketTypes, ...ticketTypes.map((type) => ({ ...type, id: event.id, name: 'La <otra>' }))]
    expect(drawn(event, ticketTypes)).not.toContain('Elegí tus entradas')
    expect(strangeClasses(drawn(event, several), screen)).toEqual([])
    expect(drawn(event, several)).toContain('La &lt;otra&gt;')
    for (const flyer of [null, { id: 'a'.repeat(64), width: 800, height: 1200 }]) {
      const hero = drawn({ ...event, flyer }, ticketTypes)
      expect(strangeClasses(hero, screen)).toEqual([])
      for (const text of [
        'Fiesta &lt;Clandestina&gt;',
        'Tu compra',
        `href="${eventPath(event)}"`,
        `href="${paths.home()}"`,
        'data-typed="phone"',
        'data-typed="name"',
        'data-typed="mail"',
      ]) {
        expect(hero).toContain(text)
      }
    }
    // No field of them goes into an address, by a key that is pressed before the program is here.
    expect(drawn(event, ticketTypes)).not.toMatch(/<form|\sname="/)
    expect(drawn(event, ticketTypes)).not.toContain('birthDate')
    const adults = drawn({ ...event, forbidsMinors: true }, ticketTypes)
    expect(adults).toMatch(/data-typed="birthDate"\s+type="date"\s[^>]*max="2026-11-26"/)
    expect(strangeClasses(adults, screen)).toEqual([])
    expect(drawn(event, [])).toContain('Tu reserva')
  } finally {
    await server.close()
  }
})
