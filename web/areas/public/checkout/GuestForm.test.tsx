import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { eventPage, ticketType } from '#web/testing/events.ts'
import { json, type Answers, type Sent } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { placedOrder } from '#web/testing/orders.ts'
import { storedChoice } from './stored.ts'
import { storedBuyer, storedTokens } from './stored-guest.ts'

const eventId = '01990000-0000-7000-8000-0000000000e1'
const type = ticketType({ name: 'General', price: 10_000, fee: 1000 })
const checkout = 'POST /api/v1/checkout'
const sol = { name: 'Sol Paz', phone: '+5493415550142', mail: 'sol@previa.example' }
const placed = {
  order: placedOrder,
  token: 'abc',
  paymentUrl: '#pagar',
}
const refused = (status: number, code: string, details?: unknown) => () =>
  json(status, { code, message: `No: ${code}`, ...(details !== undefined && { details }) })

function open(answers: Answers, changes: Parameters<typeof eventPage>[0] = {}) {
  storedChoice.write(eventId, { [type.id]: 1 })
  return openScreen(`/buy-ticket?eventId=${eventId}`, {
    answers: {
      [`GET /api/v1/event/single-page/${eventId}`]: eventPage(changes),
      'GET /api/v1/ticket/types': { ticketTypes: [type] },
      ...answers,
    },
  })
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Pagar con Mercado Pago' }))
const errorOf = async (name: string) => (await field(name)).getAttribute('aria-invalid')
const ordered = (sent: readonly Sent[]) => sent.filter(({ path }) => path === '/api/v1/checkout')

test('what is missing is said at its field, nothing is sent, and the first of them has the focus', async () => {
  const { sent } = await open({ [checkout]: placed })
  await userEvent.type(await field('Email'), 'sol@')
  await press()
  await waitFor(async () => expect(await errorOf('WhatsApp')).toBe('true'))
  expect([await errorOf('Nombre y apellido'), await errorOf('Email')]).toEqual(['true', 'true'])
  expect(screen.getByText('El email debe ser válido')).toBeTruthy()
  expect(document.activeElement).toBe(await field('WhatsApp'))
  expect(ordered(sent)).toEqual([])
})

test('before anything is chosen nothing of it is called free', async () => {
  await open({ [checkout]: placed })
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar una: General' }))
  expect(await screen.findByRole('button', { name: 'Pagar con Mercado Pago' })).toHaveProperty('disabled', true)
  expect(screen.queryByText('Gratis')).toBeNull()
})

test('a half phone, one letter, half a mail and an impossible birth date are said at once, each at its field', async () => {
  const { sent } = await open({ [checkout]: placed }, { minimumAge: 18, forbidsMinors: true })
  await userEvent.type(await field('WhatsApp'), '341 555')
  await userEvent.type(await field('Nombre y apellido'), 'Ñ')
  await userEvent.type(await field('Email'), 'sol@')
  await userEvent.type(screen.getByLabelText('Fecha de nacimiento'), '1890-01-01')
  await press()
  for (const words of [
    'El teléfono no es válido',
    'Poné el nombre completo: dos letras o más',
    'El email debe ser válido',
    'La fecha de nacimiento no es válida',
  ])
    expect(await screen.findByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(await field('WhatsApp'))
  expect(ordered(sent)).toEqual([])
})

test.each([
  ['a phone', refused(422, 'invalid_phone'), 'WhatsApp'],
  ['a mail', refused(400, 'invalid_input', [{ path: ['buyer', 'mail'], message: 'No llega' }]), 'Email'],
  ['a name', refused(400, 'invalid_input', [{ path: ['buyer', 'name'], message: 'Muy corto' }]), 'Nombre y apellido'],
])('what the server says of %s stands at its field', async (_, answer, label) => {
  storedBuyer.write(sol)
  await open({ [checkout]: answer })
  await press()
  await waitFor(async () => expect(await errorOf(label)).toBe('true'))
  expect(document.activeElement).toBe(await field(label))
})

test.each([
  ['no answer', 502, 'internal', true],
  ['a twin that still runs', 409, 'operation_running', true],
  ['too many tries', 429, 'too_many_requests', true],
  ['places that are gone', 409, 'sold_out', false],
])(
  'after %s nothing typed is lost, and also after a reload the same purchase is requested: %#',
  async (_, status, code, isSame) => {
    const sent: Sent[] = []
    for (let load = 0; load < 2; load += 1) {
      storedBuyer.write(sol)
      const opened = await open({ [checkout]: refused(status, code) })
      await press()
      expect((await screen.findByRole('alert')).textContent).toContain(`No: ${code}`)
      expect([(await field('Nombre y apellido')).value, (await field('Email')).value]).toEqual([sol.name, sol.mail])
      sent.push(...ordered(opened.sent))
      cleanup()
    }
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, isSame ? 1 : 2])
  },
)

test('a reload brings back what was typed, until it was sent', async () => {
  const screens = await open({ [checkout]: placed }, { minimumAge: 18, forbidsMinors: true })
  await userEvent.type(await field('WhatsApp'), '341 555 0142')
  await userEvent.type(await field('Nombre y apellido'), sol.name)
  await userEvent.type(await field('Email'), sol.mail)
  await userEvent.type(screen.getByLabelText(/nacimiento/i), '1995-04-12')
  cleanup()
  const { sent } = await open({ [checkout]: placed }, { minimumAge: 18, forbidsMinors: true })
  expect([(await field('Nombre y apellido')).value, (await field('Email')).value]).toEqual([sol.name, sol.mail])
  await press()
  const { name, mail } = sol
  const typed = { name, mail, birthDate: '1995-04-12', phone: expect.stringContaining('3415550142') as string }
  await waitFor(() => expect(ordered(sent)[0]?.body).toMatchObject({ buyer: typed }))
  expect(screens.sent.filter(({ path }) => path === '/api/v1/checkout')).toEqual([])
  await waitFor(() => expect(Object.keys(sessionStorage).filter((key) => key.includes('comprar'))).toEqual([]))
})

test('another phone, mail or name is another purchase', async () => {
  storedBuyer.write(sol)
  const { sent } = await open({ [checkout]: refused(502, 'internal') })
  await press()
  await screen.findByRole('alert')
  await userEvent.type(await field('Nombre y apellido'), 'zzz')
  await press()
  await waitFor(() => expect(ordered(sent)).toHaveLength(2))
  expect(new Set(ordered(sent).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
})

test('who bought here before types nothing, and the token of the order stays on the device', async () => {
  storedBuyer.write(sol)
  const { sent } = await open({ [checkout]: placed })
  expect((await field('Email')).value).toBe(sol.mail)
  await press()
  await waitFor(() => expect(storedTokens.read(placed.order.publicId)).toBe('abc'))
  expect(ordered(sent)[0]?.body).toMatchObject({ buyer: sol })
  expect(ordered(sent)[0]?.body).not.toHaveProperty('contactProofs')
})

test('what another person typed here is erased by one press', async () => {
  storedBuyer.write(sol)
  await open({ [checkout]: placed })
  await userEvent.click(await screen.findByRole('button', { name: 'No soy Sol: borrar estos datos' }))
  expect([(await field('Nombre y apellido')).value, (await field('Email')).value]).toEqual(['', ''])
  expect(storedBuyer.read()).toBeNull()
  expect(screen.queryByRole('button', { name: /No soy/ })).toBeNull()
})

test('the birth date is asked where minors may not enter, and sent', async () => {
  storedBuyer.write(sol)
  const { sent } = await open({ [checkout]: placed }, { forbidsMinors: true, minimumAge: 18 })
  await press()
  const born = await screen.findByLabelText<HTMLInputElement>(/nacimiento/i)
  await waitFor(() => expect(born.getAttribute('aria-invalid')).toBe('true'))
  expect(ordered(sent)).toEqual([])
  await userEvent.type(born, '1995-04-12')
  await press()
  await waitFor(() => expect(ordered(sent)).toHaveLength(1))
  expect(ordered(sent)[0]?.body).toMatchObject({ buyer: { ...sol, birthDate: '1995-04-12' } })
})

test('back from the provider the button says again what it does', async () => {
  storedBuyer.write(sol)
  await open({ [checkout]: placed })
  await press()
  expect(await screen.findByRole('button', { name: 'Abriendo Mercado Pago…' })).toBeTruthy()
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(screen.getByRole('button', { name: 'Pagar con Mercado Pago' })).toBeTruthy()
})

const proofsOf = ({ body }: Pick<Sent, 'body'>) => (body as { contactProofs?: readonly string[] }).contactProofs

test('a contact that must be verified is verified here, and the same purchase goes on with it', async () => {
  storedBuyer.write(sol)
  const codes: unknown[] = []
  const { sent } = await open({
    [checkout]: ({ body }: Sent) =>
      'contactProofs' in (body as object) ? placed : json(422, { code: 'contact_unproved', message: 'Verificá antes' }),
    'GET /api/v1/auth/options': { google: false, whatsapp: true },
    'POST /api/v1/checkout/code': ({ body }: Sent) => {
      codes.push(body)
      return { kind: 'mail', sentTo: 's•••@previa.example', expiresInSeconds: 600 }
    },
    'POST /api/v1/checkout/code/confirm': ({ body }: Sent) =>
      (body as { code: string }).code === '123456'
        ? { contactProof: 'prueba' }
        : json(422, { code: 'wrong_code', message: 'El código no es correcto', details: { triesLeft: 4 } }),
  })
  await press()
  await userEvent.click(await screen.findByRole('button', { name: `Por email: ${sol.mail}` }))
  await userEvent.type(await screen.findByLabelText('Código'), '000000')
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  expect(await screen.findByText(/Te quedan 4 intentos/)).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Código'))
  await userEvent.type(screen.getByLabelText('Código'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  await waitFor(() => expect(storedTokens.read(placed.order.publicId)).toBe('abc'))
  expect(codes).toEqual([{ kind: 'mail', ...sol }])
  expect(ordered(sent).map(proofsOf)).toEqual([undefined, ['prueba']])
  expect((await field('Nombre y apellido')).value).toBe(sol.name)
})

test('a phone that others ordered with today is confirmed by a code to it, and to nothing else', async () => {
  storedBuyer.write(sol)
  const message = 'Con ese teléfono o email ya hubo cinco compras sin pagar hoy'
  const limited = (contact: string) => json(429, { code: 'contact_limit', message, details: { contact } })
  const codes: unknown[] = []
  const { sent } = await open({
    [checkout]: ({ body }: Sent) => {
      const proofs = proofsOf({ body })
      return proofs?.includes('de-mail') ? placed : limited(proofs?.includes('de-phone') ? 'mail' : 'phone')
    },
    'GET /api/v1/auth/options': { google: false, whatsapp: true },
    'POST /api/v1/checkout/code': ({ body }: Sent) => {
      const { kind } = body as { kind: string }
      codes.push(kind)
      return { kind, sentTo: '•••', expiresInSeconds: 600 }
    },
    'POST /api/v1/checkout/code/confirm': ({ body }: Sent) => ({
      contactProof: `de-${(body as { kind: string }).kind}`,
    }),
  })
  await press()
  const byPhone = await screen.findByRole('button', { name: /Por WhatsApp/ })
  expect(screen.queryByRole('button', { name: /Por email/ })).toBeNull()
  expect(screen.queryByText(message)).toBeNull()
  const confirm = async (way: HTMLElement) => {
    await userEvent.click(way)
    await userEvent.type(await screen.findByLabelText('Código'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  }
  await confirm(byPhone)
  await confirm(await screen.findByRole('button', { name: `Por email: ${sol.mail}` }))
  await waitFor(() => expect(storedTokens.read(placed.order.publicId)).toBe('abc'))
  expect(codes).toEqual(['phone', 'mail'])
  expect(ordered(sent).map(proofsOf)).toEqual([undefined, ['de-phone'], ['de-phone', 'de-mail']])
})

test('where a code does not help, an account is asked for, and what was typed stays', async () => {
  storedBuyer.write(sol)
  await open({
    [checkout]: refused(422, 'contact_unproved'),
    'POST /api/v1/checkout/code': { kind: 'mail', sentTo: 's•••@previa.example', expiresInSeconds: 600 },
    'POST /api/v1/checkout/code/confirm': { contactProof: 'prueba' },
  })
  await press()
  await userEvent.click(await screen.findByRole('button', { name: `Por email: ${sol.mail}` }))
  await userEvent.type(await screen.findByLabelText('Código'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  expect(await screen.findByText(/hace falta una cuenta/)).toBeTruthy()
  expect((await field('Nombre y apellido')).value).toBe(sol.name)
})

test.each([
  [
    'a browser',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  ['Instagram', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) AppleWebKit/605.1.15 Mobile/15E148 Instagram 360.0.0.26'],
])('in %s the ways in that work there stand first', async (where, agent) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  await open({ [checkout]: placed, 'GET /api/v1/sign-in-options': { google: true, whatsapp: true } })
  expect(await field('WhatsApp')).toBeTruthy()
  const words = screen.getByRole('main').textContent
  if (where === 'a browser') {
    expect(await screen.findByRole('button', { name: 'Continuar con Google' })).toBeTruthy()
    expect(words).not.toContain('Abrir en el navegador')
  } else {
    expect(await screen.findByText(/Google no funciona dentro de esta aplicación/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Continuar con Google' })).toBeNull()
  }
})
