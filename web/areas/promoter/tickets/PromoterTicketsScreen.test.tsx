import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import type { PromoterOptions } from '#contract/sales/box-office-promoters.ts'
import type { getPromoterTickets, PromoterTicket } from '#contract/sales/ticket-desk-promoters.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { EVENT_ID, GENERAL_ID, VIP_ID } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const CAMILA = '01990000-0000-7000-8000-00000000bbbb'
const availability: PromoterOptions['courtesyAvailability'] = {
  rrppCourtesiesAvailable: 3,
  eventFreeTicketsAvailable: 100,
  eventCourtesiesRemaining: 60,
  eventCourtesyLimit: 100,
  freeTypePlaces: 80,
  actualAvailableCourtesies: 3,
  canGenerateCourtesy: true,
  bound: 'promo',
  limitations: { hasRRPPLimit: true, hasEventLimit: false, noFreeTicketType: false },
}
const options = (changes: Partial<PromoterOptions> = {}): PromoterOptions => ({
  promo: {
    remainingUses: 3,
    maxUses: 10,
    isActive: true,
    allowedTypes: null,
    closesAt: null,
    isListClosed: false,
    canSellInPerson: true,
    debtLimitCents: 5_000_000,
    commission: null,
  },
  ticketTypes: [
    { id: GENERAL_ID, name: 'General', price: 18_000, visibility: 'visible', available: 50, isSold: true },
    { id: VIP_ID, name: 'Lista', price: 0, visibility: 'courtesy', available: 80, isSold: false },
  ],
  courtesyAvailability: availability,
  debtCents: 0,
  cashLeftCents: 5_000_000,
  closed: null,
  ...changes,
})
const ticket = (changes: Partial<PromoterTicket> = {}): PromoterTicket => ({
  id: '01990000-0000-7000-8000-000000000001',
  state: 'valid',
  kind: 'courtesy',
  how: 'issued',
  type: { id: VIP_ID, name: 'Lista' },
  event: { id: EVENT_ID, name: 'Fiesta Lunar' },
  price: 0,
  person: { name: 'Camila F.', phone: '+54 9 341 ****-0101', mail: null },
  promoterId: CAMILA,
  isWithFirst: true,
  delivery: 'read',
  createdAt: '2030-11-20T20:00:00Z',
  usedAt: null,
  ...changes,
})
const listed = (tickets: PromoterTicket[]): Answer<typeof getPromoterTickets> => ({
  ...page('tickets', tickets),
  summary: [{ courtesies: 1, sold: 2, referred: 3, admitted: 4 }],
  promo: options().promo,
  ticketTypes: options().ticketTypes,
  courtesyAvailability: availability,
})
const made = (changes: Partial<IssuedTickets> = {}): IssuedTickets => ({
  kind: 'courtesy',
  ticketIds: ['01990000-0000-7000-8000-000000000002'],
  type: { id: VIP_ID, name: 'Lista' },
  quantity: 1,
  amount: 0,
  sentTo: [{ channel: 'whatsapp', to: '+54 9 341 ****-0101' }],
  courtesyAvailability: availability,
  ...changes,
})
const camila = { id: CAMILA, username: 'Camila F.', name: 'Camila F.', phone: '+54 9 341 ****-0101', mail: null }

const GENERATE = 'POST /api/v1/ticket/dashboard/rrpp/generate-ticket'
const PEOPLE = 'GET /api/v1/user/dashboard/rrpp'
const SEARCH = 'GET /api/v1/user/search-for-rrpp'
const OPTIONS = `GET /api/v1/ticket/dashboard/rrpp/get-promo-by-rrpp/${EVENT_ID}`
const open = (answers: Answers = {}, query = '') =>
  openScreen(`${paths.promoterTickets(EVENT_ID)}${query}`, {
    as: loginAnswer('RRPP'),
    answers: {
      'GET /api/v1/ticket/dashboard/rrpp': listed([
        ticket(),
        ticket({
          id: '01990000-0000-7000-8000-000000000003',
          how: 'referred',
          kind: 'paid',
          price: 18_000,
          delivery: null,
        }),
      ]),
      [OPTIONS]: options(),
      [PEOPLE]: page('users', [{ ...camila, tickets: 1, admitted: 0, lastAt: '2030-11-20T20:00:00Z' }]),
      [SEARCH]: { users: [] },
      [GENERATE]: json(201, made()),
      ...answers,
    },
  })
const bodies = (sent: readonly { method: string; path: string; body?: unknown }[]) =>
  sent.filter(({ method, path }) => method === 'POST' && path.includes('generate')).map(({ body }) => body)

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

test('what was handed on is undone, not sent again', async () => {
  const handedOn = ticket({ isWithFirst: false, delivery: null })
  await open({ 'GET /api/v1/ticket/dashboard/rrpp': listed([handedOn]) })
  expect(await screen.findByRole('button', { name: 'Anular la entrada de Camila F.' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Reenviar/ })).toBeNull()
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

test('a pasted list becomes rows; each keeps its result, what is missing is completed, and nothing is sent twice', async () => {
  let calls = 0
  const { user, sent } = await open(
    {
      [GENERATE]: () => {
        calls += 1
        if (calls === 2) return json(503, { code: 'busy', message: 'Hay mucha gente' })
        if (calls === 4) return json(409, { code: 'courtesy_taken', message: 'Ya existe una entrada de tipo Lista' })
        return json(201, made())
      },
    },
    '?generar=cortesia',
  )
  await user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  const lines = [
    'Ana Paz 341 555-0201 ana@previa.example',
    'Bea Ruiz 341 555-0202 bea@previa.example',
    'Caro Sosa 341 555-0203',
    'Dani Gil 341 555-0204 dani@previa.example',
  ]
  await user.click(screen.getByLabelText('Una persona por línea'))
  await user.paste(lines.join('\n'))
  await user.click(screen.getByRole('button', { name: 'Revisar 4 personas' }))
  expect(rows()).toHaveLength(4)
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 4 cortesías' }))
  expect(await screen.findByText('Hay mucha gente')).toBeTruthy()
  expect(rows()[0]?.textContent).toContain('Enviada')
  expect(rows()[1]?.textContent).toContain('Por enviar')
  await user.click(screen.getByRole('button', { name: 'Seguir con 3 cortesías' }))
  expect(await screen.findByText('Faltan datos del usuario')).toBeTruthy()
  await waitFor(() => expect(rows()[3]?.textContent).toContain('Ya existe una entrada de tipo Lista'))
  const keys = sent
    .filter(({ method, path }) => method === 'POST' && path.includes('generate'))
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[2])
  expect(new Set(keys).size).toBe(3)
  const missing = within(rows()[2] as HTMLElement)
  await user.type(missing.getByLabelText('Email'), 'caro@previa.example')
  await user.click(missing.getByRole('button', { name: 'Guardar' }))
  await user.click(screen.getByRole('button', { name: 'Seguir con 1 cortesía' }))
  await waitFor(() => expect(rows()[2]?.textContent).toContain('Enviada'))
  expect(bodies(sent).map((body) => (body as { userName: string }).userName)).toEqual([
    'Ana Paz',
    'Bea Ruiz',
    'Bea Ruiz',
    'Dani Gil',
    'Caro Sosa',
  ])
})

const rows = () => within(screen.getByRole('list', { name: 'Personas de la lista' })).getAllByRole('listitem')
const row = (n: number) => within(rows()[n] as HTMLElement)
async function review(lines: readonly string[], answers: Answers = {}) {
  const opened = await open(answers, '?generar=cortesia')
  await opened.user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  await opened.user.click(screen.getByLabelText('Una persona por línea'))
  await opened.user.paste(lines.join('\n'))
  await opened.user.click(screen.getByRole('button', { name: `Revisar ${lines.length} personas` }))
  return opened
}
const ANA = 'Ana Paz 341 555-0201 ana@previa.example'
const BEA = 'Bea Ruiz 341 555-0202 bea@previa.example'
const CARO = 'Caro Sosa 341 555-0203 caro@previa.example'

test('a change stays with its person when one above is removed, and nothing is sent until it is saved or cancelled', async () => {
  const { user, sent } = await review([ANA, BEA, CARO])
  await user.click(screen.getByRole('button', { name: 'Cambiar a Bea Ruiz' }))
  await user.type(row(1).getByLabelText('Nombre y apellido'), ' Díaz')
  expect(screen.getByRole('button', { name: 'Dar y enviar 3 cortesías' })).toHaveProperty('disabled', true)
  expect(screen.getByText('Guardá o cancelá lo que estás cambiando para enviar.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Quitar a Ana Paz' }))
  await user.click(row(0).getByRole('button', { name: 'Guardar' }))
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Bea Ruiz Díaz'),
    expect.stringContaining('Caro Sosa'),
  ])
  await user.click(screen.getByRole('button', { name: 'Cambiar a Caro Sosa' }))
  await user.clear(row(1).getByLabelText('Nombre y apellido'))
  await user.click(row(1).getByRole('button', { name: 'Cancelar el cambio de Caro Sosa' }))
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  await waitFor(() => expect(rows()[1]?.textContent).toContain('Enviada'))
  expect(bodies(sent)).toMatchObject([
    { userName: 'Bea Ruiz Díaz', userPhone: '341 555-0202' },
    { userName: 'Caro Sosa', userPhone: '341 555-0203' },
  ])
})

test('a row without a phone is incomplete at once; of a known person the phone is enough', async () => {
  const { user, sent } = await review([ANA, 'Camila Ferreyra'], { [SEARCH]: { users: [camila] } })
  expect(rows()[1]?.textContent).toContain('Faltan datos del usuario')
  expect(screen.getByRole('button', { name: 'Dar y enviar 1 cortesía' })).toBeTruthy()
  expect(row(1).getByRole('button', { name: 'Guardar' })).toHaveProperty('disabled', true)
  await user.type(row(1).getByLabelText('WhatsApp'), '3415550101')
  await user.click(row(1).getByRole('button', { name: 'Guardar' }))
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  await waitFor(() => expect(rows()[1]?.textContent).toContain('Enviada'))
  expect(bodies(sent)).toMatchObject([{ userName: 'Ana Paz' }, { idUserToSend: CAMILA }])
})

test('a phone that cannot be one is marked before it is sent; of several the first goes, and the row says so', async () => {
  const { user, sent } = await review([
    'Ana Paz 351 777 ana@previa.example',
    'Bea 3517770009 / 3517770010 bea@previa.example',
  ])
  expect(rows()[0]?.textContent).toContain('Revisá el teléfono')
  expect(rows()[1]?.textContent).toContain('más de un teléfono')
  await user.clear(row(0).getByLabelText('WhatsApp'))
  await user.type(row(0).getByLabelText('WhatsApp'), '351 777-0005')
  await user.click(row(0).getByRole('button', { name: 'Guardar' }))
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  await waitFor(() => expect(rows()[1]?.textContent).toContain('Enviada'))
  expect(bodies(sent)).toMatchObject([{ userPhone: '351 777-0005' }, { userPhone: '3517770009' }])
})

test('a list that is too long says so beside its button', async () => {
  const { user } = await open({}, '?generar=cortesia')
  await user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  await user.click(screen.getByLabelText('Una persona por línea'))
  await user.paste(Array.from({ length: 101 }, (_, n) => `Ana 341 555-${1000 + n}`).join('\n'))
  const foot = screen.getByRole('button', { name: 'Revisar 101 personas' }).parentElement?.parentElement
  expect(within(foot as HTMLElement).getByRole('alert').textContent).toBe('Son 101: pegá hasta 100 por vez')
})

test('beyond the limit of searches the rest waits with the server’s words', async () => {
  const message = 'Hiciste demasiados intentos'
  const { user, sent } = await review(['Ana 341 555-0201', BEA], {
    [SEARCH]: json(429, { code: 'too_many_requests', message }, { 'retry-after': '600' }),
  })
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 2 cortesías' }))
  expect((await screen.findByRole('alert')).textContent).toContain('demasiados intentos')
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Por enviar'),
    expect.stringContaining('Por enviar'),
  ])
  expect(bodies(sent)).toEqual([])
})

test.each<[string, number]>([
  ['courtesy_limit', 409],
  ['promo_inactive', 422],
  ['list_closed', 422],
  ['event_state', 409],
])('a list longer than what is left is warned of, and stops at %s', async (code, status) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { user, sent } = await review([ANA, BEA, CARO, 'Dani Gil 341 555-0204 dani@previa.example'], {
    [GENERATE]: async () => {
      await held
      return json(status, { code, message: 'No se puede dar más' })
    },
  })
  expect(screen.getByText('Son 4 y te quedan 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dar y enviar 4 cortesías' }))
  expect(await screen.findByRole('button', { name: 'Enviando 1 de 4' })).toBeTruthy()
  release()
  expect(await screen.findByText('No se puede dar más')).toBeTruthy()
  expect(rows().every(({ textContent }) => textContent?.includes('Por enviar'))).toBe(true)
  expect(bodies(sent)).toHaveLength(1)
})

test('a list leads back to one person, after asking where something was pasted', async () => {
  const { user } = await open({}, '?generar=cortesia')
  await user.click(await screen.findByRole('button', { name: 'Pegar una lista' }))
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  expect(await screen.findByRole('dialog', { name: 'Dar cortesía' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pegar una lista' }))
  await user.type(screen.getByLabelText('Una persona por línea'), 'Ana')
  await user.click(screen.getByRole('button', { name: 'Volver' }))
  await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  expect(await screen.findByRole('dialog', { name: 'Dar cortesía' })).toBeTruthy()
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
