import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { draftOf } from '#web/features/forms/draft.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID, managedEvent, managedType, VIP_ID } from '#web/testing/organizer-fixtures.ts'

const manage = `GET /api/v1/event/${EVENT_ID}/manage`
const team = `GET /api/v1/event/events/get-users-organization/${EVENT_ID}`
const organizer = loginAnswer('ORGANIZATOR', { companyId: COMPANY.id })
const published = managedEvent({
  state: 'active',
  ticketTypes: [
    managedType({ sold: 800, held: 12, courtesies: 5 }),
    managedType({ id: VIP_ID, name: 'VIP', price: 45_000, capacity: 100, sold: 100, visibility: 'hidden' }),
  ],
})
const answers = {
  [manage]: published,
  [team]: { event: { id: EVENT_ID, name: published.name, startDate: published.startDate, isClosed: false }, users: [] },
}

test('the first screen of an event says how its sale goes, what comes next, and its link', async () => {
  const { user } = await openScreen(paths.eventSummary(EVENT_ID), { as: organizer, answers })
  expect(await screen.findByRole('heading', { level: 1, name: 'Fiesta Lunar Rosario' })).toBeTruthy()
  const sale = within(await screen.findByRole('region', { name: 'Venta' }))
  expect(sale.getByText('900')).toBeTruthy()
  await user.click(await sale.findByRole('button', { name: 'Ver la tabla: Ocupadas por tipo' }))
  const cells = within(sale.getByRole('row', { name: /^VIP/ })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['100', '100', '0', '0'])
  expect(within(sale.getByRole('row', { name: /^General/ })).getByText('805')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Qué sigue' }).textContent).toContain('Está a la venta')
  const link = within(screen.getByRole('region', { name: 'Enlace para compartir' })).getByRole('link')
  expect(link.getAttribute('href')).toBe(paths.event(EVENT_ID))
})

test('a paused event is put on sale again from its first screen', async () => {
  const paused = managedEvent({ ...published, state: 'inactive' })
  let event = paused
  // A picture that waits in the draft of another form is none of this event's business.
  const draft = draftOf('otro', { flyer: new Blob() })
  draft.keep({ flyer: new Blob(['x']) })
  onTestFinished(draft.clear)
  const { user, sent, router } = await openScreen(paths.eventSummary(EVENT_ID), {
    as: organizer,
    answers: {
      ...answers,
      [manage]: () => event,
      [`POST /api/v1/event/${EVENT_ID}/publish`]: () => (event = published),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Volver a publicar' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publicar' }))
  await expect.poll(() => sent.filter(({ path }) => path.endsWith('/publish')).length).toBe(1)
  const share = within(await screen.findByRole('dialog', { name: 'Compartí tu enlace' }))
  const url = new URL(paths.event(EVENT_ID), location.origin).href
  expect(share.getByText(url)).toBeTruthy()
  expect(share.getByRole('img', { name: /^Código QR/ })).toBeTruthy()
  const whatsapp = share.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toContain(url)
  await user.click(share.getByRole('button', { name: 'Cerrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('')
})

test('its screens are one tap away, each at its address, and its name stays', async () => {
  const { user, router, sent } = await openScreen(paths.eventSummary(EVENT_ID), { as: organizer, answers })
  const tabs = within(await screen.findByRole('navigation', { name: 'Este evento' }))
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Resumen',
    'Editar',
    'Entradas',
    'Ventas',
    'Descuentos',
    'Lista de espera',
  ])
  await user.click(tabs.getByRole('button', { name: 'Más' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Equipo' }))
  expect(await screen.findByText('Todavía no hay nadie en el equipo')).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.eventTeam(EVENT_ID))
  expect(tabs.getByRole('button', { name: 'Más: Equipo' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Fiesta Lunar Rosario' })).toBeTruthy()
  expect(sent.filter(({ path }) => path.endsWith('/manage')).length).toBeGreaterThan(0)
})

test('a dialog has an address: it opens there, and going back closes it', async () => {
  const { user, router } = await openScreen(paths.eventTeam(EVENT_ID), { as: organizer, answers })
  await user.click((await screen.findAllByRole('button', { name: 'Sumar al equipo' }))[0] ?? document.body)
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(router.state.location.search).toBe('?sumar=si')
  await router.navigate(-1)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['account', 'Mercado Pago no está conectado', paths.organizerPayments(), 'Reconectar'],
  ['unfunded', 'reembolsos que esperan saldo', paths.eventRefunds(EVENT_ID), 'Ver reembolsos'],
] as const)(
  'a sale that is stopped (%s) is said on every screen, with its way out',
  async (saleStop, text, to, way) => {
    await openScreen(paths.eventTeam(EVENT_ID), {
      as: organizer,
      answers: { ...answers, [manage]: { ...published, saleStop } },
    })
    const bar = (await screen.findByText(new RegExp(text))).closest('[role=status]')
    if (!(bar instanceof HTMLElement)) throw new Error('the bar is a notice')
    expect(within(bar).getByRole('link', { name: way }).getAttribute('href')).toBe(to)
    expect(screen.getByText('Sin venta')).toBeTruthy()
  },
)

test('a sale that was closed by hand is opened from the bar', async () => {
  let event = { ...published, isSaleClosed: true, saleStop: 'closed' as 'closed' | null }
  const { user, sent } = await openScreen(paths.eventTeam(EVENT_ID), {
    as: organizer,
    answers: {
      ...answers,
      [manage]: () => event,
      [`POST /api/v1/event/${EVENT_ID}/open-sales`]: () => (event = { ...published, saleStop: null }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Abrir la venta' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Abrir la venta' }))
  await expect.poll(() => sent.filter(({ path }) => path.endsWith('/open-sales')).length).toBe(1)
  expect(await screen.findByText('Publicado')).toBeTruthy()
  await expect.poll(() => screen.queryByText(/La venta está cortada: nadie/)).toBeNull()
})

test('another company’s event shows one message in place of all its screens', async () => {
  await openScreen(paths.editEvent(EVENT_ID), {
    as: organizer,
    answers: { [manage]: () => json(404, { code: 'event_not_found', message: 'No encontramos ese evento' }) },
  })
  expect(await screen.findAllByText('No encontramos ese evento')).toHaveLength(1)
  expect(screen.queryByRole('navigation', { name: 'Este evento' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Eventos', current: false })).toBeTruthy()
})
