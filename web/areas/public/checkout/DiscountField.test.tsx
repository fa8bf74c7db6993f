import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { storedChoice, storedDiscount } from './stored.ts'
import { takeRedirect } from '#web/shell/session/redirect-after-login.ts'
import { eventPage, ticketType } from '#web/testing/events.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'

const eventId = '01990000-0000-7000-8000-0000000000e1'
const general = ticketType({ name: 'General', price: 18_000, fee: 1_800 })
const quote = `POST /api/v1/events/${eventId}/discount-quote`
const buy = 'POST /api/v1/ticket'
const quoted = {
  code: 'VERANO20',
  ticketTypes: [{ id: general.id, unitPriceCents: 1_440_000, unitDiscountCents: 360_000, unitFeeCents: 144_000 }],
}
const refusal = (code: string, message: string) => () => json(code === 'sold_out' ? 409 : 422, { code, message })

afterEach(() => sessionStorage.clear())

function open(answers: Answers, isSignedIn = true) {
  storedChoice.write(eventId, { [general.id]: 2 })
  return openScreen(`/buy-ticket?eventId=${eventId}`, {
    ...(isSignedIn && { as: loginAnswer() }),
    answers: {
      [`GET /api/v1/event/single-page/${eventId}`]: eventPage(),
      'GET /api/v1/ticket/types': { ticketTypes: [general] },
      ...answers,
    },
  })
}

const summary = async () => (await screen.findByRole('complementary', { name: 'Resumen' })).textContent

test('a code is asked for discreetly, itemised before paying, sent with the purchase, and taken off again', async () => {
  const { user, sent } = await open({
    [quote]: quoted,
    [buy]: refusal('discount_used_up', 'Ese código de descuento ya se usó'),
  })
  expect(screen.queryByLabelText('Código de descuento')).toBeNull()
  await user.click(await screen.findByRole('button', { name: '¿Tenés un código de descuento?' }))
  await user.type(await screen.findByRole('textbox', { name: 'Código de descuento' }), 'verano-20')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Aplicar' }))
  await screen.findByRole('button', { name: 'Quitar el código VERANO20' })
  const shown = await summary()
  for (const text of ['2 × General$36.000', 'Descuento VERANO20−$7.200', 'Cargo por servicio$2.880', '$31.680']) {
    expect(shown).toContain(text)
  }
  await user.click(screen.getByRole('button', { name: 'Pagar con Mercado Pago' }))
  expect(await screen.findByText('Ese código de descuento ya se usó')).toBeTruthy()
  expect(sent.find(({ path }) => path === '/api/v1/ticket')?.body).toMatchObject({ discountCode: 'VERANO20' })
  // What is shown is what would be paid now.
  await waitFor(async () => expect(await summary()).toContain('$39.600'))
  await user.click(screen.getByRole('button', { name: 'Aplicar' }))
  await user.click(await screen.findByRole('button', { name: 'Quitar el código VERANO20' }))
  expect(await summary()).toContain('$39.600')
  expect(storedDiscount.read(eventId)).toBeNull()
})

test('a server problem of a code shows at its field', async () => {
  const { user } = await open({ [quote]: refusal('discount_not_found', 'Ese código no existe') })
  await user.click(await screen.findByRole('button', { name: '¿Tenés un código de descuento?' }))
  await user.type(await screen.findByRole('textbox', { name: 'Código de descuento' }), 'NADA{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Ese código no existe')
  expect(await summary()).toContain('$39.600')
})

test('the code of a link is asked about by itself, once', async () => {
  storedDiscount.write(eventId, 'verano20')
  const { sent } = await open({ [quote]: quoted })
  await screen.findByRole('button', { name: 'Quitar el código VERANO20' })
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('it is applied without a session too', async () => {
  storedDiscount.write(eventId, 'verano20')
  const { sent } = await open({ [quote]: quoted }, false)
  await screen.findByRole('button', { name: 'Quitar el código VERANO20' })
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a code with a limit a person says that it takes an account, and keeps the place', async () => {
  storedDiscount.write(eventId, 'verano20')
  const message = 'Para reservar estas entradas, verificá antes tu teléfono o tu email'
  const { user } = await open({ [quote]: refusal('contact_unproved', message) }, false)
  expect(await screen.findByText(/tiene un límite por persona/)).toBeTruthy()
  expect(screen.queryByText(message)).toBeNull()
  await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Ingresar' }))
  expect(takeRedirect()).toBe(`/buy-ticket?eventId=${eventId}`)
  expect([storedDiscount.read(eventId), storedChoice.read(eventId)]).toEqual(['verano20', { [general.id]: 2 }])
})

test('a code for other tickets says so, and is not sent', async () => {
  storedDiscount.write(eventId, 'verano20')
  const { user, sent } = await open({
    [quote]: { ...quoted, ticketTypes: [{ ...quoted.ticketTypes[0], id: eventId }] },
    [buy]: refusal('sold_out', 'No quedan'),
  })
  expect(await screen.findByText('El código VERANO20 no es para las entradas que elegiste.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pagar con Mercado Pago' }))
  await screen.findByText('No quedan')
  expect(sent.find(({ path }) => path === '/api/v1/ticket')?.body).not.toHaveProperty('discountCode')
})
