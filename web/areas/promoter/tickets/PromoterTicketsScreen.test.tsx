import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PromoterOptions } from '#contract/sales/box-office-promoters.ts'
import { json } from '#web/testing/fake-server.ts'
import { EVENT_ID, GENERAL_ID, VIP_ID } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import {
  CAMILA,
  options,
  ticket,
  listed,
  made,
  GENERATE,
  PEOPLE,
  SEARCH,
  OPTIONS,
  open,
  bodies,
} from '#web/testing/promoter-tickets.ts'

vi.setConfig({ testTimeout: 30_000 })

test('lists one’s own of this event, with counters; what was issued is sent again or undone', async () => {
  const { user, sent } = await open({
    'POST /api/v1/ticket/resend-whatsapp': { channel: 'whatsapp', to: '+54 9 341 ****-0101' },
    'POST /api/v1/rrpp/tickets/01990000-0000-7000-8000-000000000001/cancel': { ticketId: ticket().id, amount: 0 },
  })
  const table = within(await screen.findByRole('table', { name: 'Lo que diste y vendiste' }))
  const header = screen.getByRole('heading', { name: 'Lo que diste y vendiste' }).closest('header')
  expect(header?.textContent).toContain('Fiesta Lunar')
  expect(table.getAllByRole('button', { name: /Anular la entrada/ })).toHaveLength(1)
  expect(table.getByText('Mensaje leído')).toBeTruthy()
  expect(sent.find(({ path }) => path === '/api/v1/ticket/dashboard/rrpp')?.query.get('event')).toBe(EVENT_ID)
  await user.click(table.getByRole('button', { name: 'Reenviar la entrada de Camila F.' }))
  expect(await screen.findByText('La reenviamos por WhatsApp a +54 9 341 ****-0101')).toBeTruthy()
  await user.click(table.getByRole('button', { name: 'Anular la entrada de Camila F.' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/Recuperás la cortesía/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Anular' }))
  expect(await screen.findByText('La anulaste')).toBeTruthy()
})

test('what was handed on is its holder’s; a sale is sent again and not undone', async () => {
  const handedOn = ticket({ isWithFirst: false, delivery: null })
  const sold = ticket({ id: '01990000-0000-7000-8000-000000000009', kind: 'in_person', price: 18_000 })
  await open({ 'GET /api/v1/ticket/dashboard/rrpp': listed([handedOn, sold]) })
  expect(await screen.findAllByRole('button', { name: /Reenviar/ })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /Anular/ })).toBeNull()
})

test('the places of the chosen type bind as well as one’s own courtesies', async () => {
  const [general, list] = options().ticketTypes
  const types = [general, list && { ...list, available: 2 }].flatMap((type) => type ?? [])
  const { user } = await open({ [OPTIONS]: options({ ticketTypes: types }) })
  await user.click(await screen.findByRole('button', { name: 'Dar cortesía' }))
  expect(await screen.findByText('De este tipo quedan 2 cortesías')).toBeTruthy()
})

test('a courtesy for a known person is three taps and no typing', async () => {
  const { user, sent } = await open()
  await user.click(await screen.findByRole('button', { name: 'Dar cortesía' }))
  await user.click(within(await screen.findByRole('list', { name: 'Personas' })).getByRole('button'))
  await user.click(screen.getByRole('button', { name: 'Dar y enviar' }))
  expect(await screen.findByText('1 entrada de cortesía · Lista')).toBeTruthy()
  expect(screen.getByText('Sale al WhatsApp +54 9 341 ****-0101.')).toBeTruthy()
  expect(bodies(sent)).toEqual([{ eventId: EVENT_ID, ticketType: VIP_ID, isCourtesy: true, idUserToSend: CAMILA }])
})

test('the field has the focus as soon as it is there, with what was typed before; choosing and changing one’s mind keep it', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { user } = await open({ [OPTIONS]: () => held.then(() => json(200, options())) })
  await user.click(await screen.findByRole('button', { name: 'Dar cortesía' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dar cortesía' })
  act(() => within(dialog).getByRole('heading').focus())
  await user.keyboard('Cam')
  release()
  const field = await screen.findByLabelText<HTMLInputElement>('Para quién')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('ila')
  expect(field.value).toBe('Camila')
  await user.click(within(await screen.findByRole('list', { name: 'Personas' })).getByRole('button'))
  const change = screen.getByRole('button', { name: 'Cambiar' })
  await waitFor(() => expect(document.activeElement).toBe(change))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Para quién')))
})

test('what was typed is not left without asking', async () => {
  const { user } = await open({}, '?generar=cortesia')
  await user.type(await screen.findByLabelText('Para quién'), '3415550199')
  await user.type(await screen.findByLabelText('Nombre y apellido'), 'Juan Díaz')
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Volver' }))
  expect(screen.getByDisplayValue('Juan Díaz')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pegar una lista' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Salir sin guardar' }))
  expect(await screen.findByRole('dialog', { name: 'Pegar una lista' })).toBeTruthy()
})

test('a stranger’s phone is completed with name and email; a refusal keeps them', async () => {
  const message = 'Ya existe una entrada de tipo Lista para este número de WhatsApp'
  const { user, sent } = await open({ [GENERATE]: json(409, { code: 'courtesy_taken', message }) }, '?generar=cortesia')
  await user.type(await screen.findByLabelText('Para quién'), '3415550199')
  await user.type(await screen.findByLabelText('Nombre y apellido'), 'Juan Díaz')
  await user.type(screen.getByLabelText('Email'), 'juan@previa.example')
  await user.click(screen.getByRole('button', { name: 'Dar y enviar' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByDisplayValue('Juan Díaz')).toBeTruthy()
  expect(bodies(sent)).toMatchObject([
    { userName: 'Juan Díaz', userPhone: '3415550199', userEmail: 'juan@previa.example' },
  ])
})

test('a sale says its price and what may still be taken; over the limit it cannot be sent', async () => {
  const { user, sent } = await open(
    { [GENERATE]: json(201, made({ kind: 'in_person', amount: 18_000, type: { id: GENERAL_ID, name: 'General' } })) },
    '?generar=venta',
  )
  expect(await screen.findByText('Podés cobrar $50.000 más antes de rendir')).toBeTruthy()
  await user.click(within(await screen.findByRole('list', { name: 'Personas' })).getByRole('button'))
  await user.click(screen.getByRole('button', { name: 'Cobré $18.000: enviar' }))
  expect(await screen.findByText('1 entrada · General · $18.000 cobrados en persona')).toBeTruthy()
  expect(bodies(sent)).toMatchObject([{ ticketType: GENERAL_ID, isCourtesy: false }])
})

test.each<[string, Partial<PromoterOptions>, string]>([
  ['no cash left', { cashLeftCents: 0 }, 'Llegaste al tope de efectivo: rendí lo que cobraste para seguir vendiendo.'],
  [
    'a paused part',
    { promo: { ...options().promo, isActive: false } },
    'El organizador pausó tu lista en este evento.',
  ],
  ['an event that is over', { closed: 'over' }, 'El evento terminó o se canceló.'],
])('with %s the dialog says so', async (_what, changes, text) => {
  await open({ [OPTIONS]: options(changes) }, '?generar=venta')
  expect(await screen.findByText(text)).toBeTruthy()
})

test('the field says how the search goes and what it needs', async () => {
  const { user } = await open(
    { [PEOPLE]: page('users', []), [SEARCH]: json(503, { code: 'busy', message: 'Hay mucha gente' }) },
    '?generar=cortesia',
  )
  const who = await screen.findByLabelText('Para quién')
  await user.type(who, 'Zoe')
  expect(await screen.findByText('Buscando…')).toBeTruthy()
  expect(await screen.findByText('No le mandaste a nadie con ese nombre: escribí su WhatsApp')).toBeTruthy()
  await user.clear(who)
  await user.type(who, '341555')
  expect(await screen.findByText('Completá el número, con su código de área')).toBeTruthy()
  await user.type(who, '0199')
  expect(await screen.findByText(/No pudimos buscar\. /)).toBeTruthy()
  expect(screen.getByText('Completá sus datos para mandarle igual.')).toBeTruthy()
  expect(screen.getByLabelText('Nombre y apellido')).toBeTruthy()
})
