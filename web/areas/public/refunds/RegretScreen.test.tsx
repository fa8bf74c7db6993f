import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { Regret, RegretOrder } from '#contract/sales/regrets.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const CODE = '7M4Q2-KZC9D'
const regret = (changes: Partial<Regret> = {}): Regret => ({
  code: CODE,
  state: 'received',
  submittedAt: '2026-11-20T10:00:00-03:00',
  answerBy: '2026-11-21T10:00:00-03:00',
  isOverdue: false,
  orders: null,
  answer: null,
  ...changes,
})
const order = (changes: Partial<RegretOrder> = {}): RegretOrder => ({
  orderId: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z',
  orderNumber: '7KQ29XM8',
  eventName: 'Fiesta Lunar',
  tickets: 2,
  paidAt: '2026-11-18T21:00:00-03:00',
  amount: 39_600,
  until: '2026-11-29T00:00:00-03:00',
  isEligible: true,
  obstacle: null,
  state: 'received',
  outcome: 'open',
  answer: null,
  ...changes,
})
const read = `GET /api/v1/regret/${CODE}`

test('without an account: what is missing is said, what the network took is not lost, and the code comes at once', async () => {
  let isThere = false
  const { user, sent, router } = await openScreen(paths.refundPolicy(), {
    answers: {
      'POST /api/v1/regret': () =>
        isThere ? json(201, regret()) : json(503, { code: 'busy', message: 'Volvé a probar en un momento' }),
      [read]: regret(),
    },
  })
  const send = await screen.findByRole('button', { name: 'Quiero arrepentirme' })
  await user.click(send)
  expect(await screen.findByText('Escribí el número de compra, o el email o teléfono con que compraste')).toBeTruthy()
  await user.type(screen.getByLabelText('Email o teléfono de la compra'), ' rita@previa.test ')
  await user.click(send)
  expect(await screen.findByText('Volvé a probar en un momento')).toBeTruthy()
  isThere = true
  await user.click(send)
  expect(await screen.findByRole('heading', { name: `Tu código: ${CODE}` })).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths.regret(CODE))
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { contact: 'rita@previa.test' },
    { contact: 'rita@previa.test' },
  ])
  // Neither that there is a purchase nor that there is none, and nothing that depends on an answer.
  const words =
    'Te mandamos un enlace al mail de la compra: abrilo y confirmá. Si no te llega, te contesta una persona antes del sáb 21 nov, 10:00. Guardá el código.'
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a contact that is neither mail nor phone is refused before sending', async () => {
  const { user, sent } = await openScreen(paths.refundPolicy())
  await user.type(await screen.findByLabelText('Email o teléfono de la compra'), 'asdf')
  await user.click(screen.getByRole('button', { name: 'Quiero arrepentirme' }))
  expect(await screen.findByText('Escribí un email o un teléfono')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a code is found however it was typed', async () => {
  await openScreen(paths.regret('7m4q2kzc9d'), { answers: { [read]: regret() } })
  expect(await screen.findByRole('heading', { name: `Tu código: ${CODE}` })).toBeTruthy()
  expect(await screen.findByText(/^Te mandamos un enlace al mail de la compra/)).toBeTruthy()
})

test('from a purchase its number is there already, and from a session its mail', async () => {
  await openScreen(`${paths.refundPolicy()}?compra=Wp1ZbRBp1ZbRBp1ZbRBp1Z`, { as: loginAnswer('CLIENT') })
  expect(await screen.findByLabelText('Número de compra (si lo tenés)')).toHaveProperty(
    'value',
    'Wp1ZbRBp1ZbRBp1ZbRBp1Z',
  )
  expect(screen.getByLabelText('Email o teléfono de la compra')).toHaveProperty('value', loginAnswer('CLIENT').mail)
})

test('a code that is none leads back to the button', async () => {
  await openScreen(paths.regret('NADA'), {
    answers: { 'GET /api/v1/regret/NADA': json(404, { code: 'regret_not_found', message: 'No existe' }) },
  })
  expect(await screen.findByText('No encontramos ese código')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Empezar de nuevo' }).getAttribute('href')).toBe(paths.refundPolicy())
})

test.each(['#', '%23', '%2523'])('the token behind %s opens the purchases and leaves the address', async (mark) => {
  const { router, sent } = await openScreen(`${paths.regret(CODE)}${mark}token=una.ficha`, {
    answers: { [read]: regret({ orders: [order()] }) },
  })
  expect(await screen.findByText('Fiesta Lunar')).toBeTruthy()
  expect(sent.some(({ query }) => query.get('token') === 'una.ficha')).toBe(true)
  expect(router.state.location).toMatchObject({ pathname: paths.regret(CODE), hash: '', search: '' })
  expect(document.body.textContent).not.toContain('una.ficha')
})

test('without its token the link says so and offers another', async () => {
  await openScreen(paths.regret(CODE), { answers: { [read]: regret() } })
  const link = await screen.findByRole('link', { name: 'pedí uno nuevo' })
  expect(link.getAttribute('href')).toBe(paths.refundPolicy())
})

test('what is left after a refund outside of Previa goes back to the centavo', async () => {
  await openScreen(`${paths.regret(CODE)}#token=una.ficha`, {
    answers: { [read]: regret({ orders: [order({ amount: 38_599.5 })] }) },
  })
  expect(await screen.findByText('$38.599,50')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Confirmar: me devuelven $38.599,50' })).toBeTruthy()
})

test('the link of the mail shows the purchases; of several none is ticked, and only those that are go back', async () => {
  const other = order({ orderId: 'Xp1ZbRBp1ZbRBp1ZbRBp1Z', eventName: 'Peña del Río', amount: 18_000 })
  const late = order({
    orderId: 'Yp1ZbRBp1ZbRBp1ZbRBp1Z',
    eventName: 'La de hace un mes',
    amount: 0,
    isEligible: false,
    obstacle: 'too_late',
    outcome: 'refused',
  })
  let now = regret({ orders: [order(), other, late] })
  const { user, sent, router } = await openScreen(`${paths.regret(CODE)}#token=una.ficha`, {
    answers: {
      [read]: () => now,
      [`POST /api/v1/regret/${CODE}/confirm`]: () => {
        now = regret({ state: 'done', orders: [order({ outcome: 'refunding' }), other, late] })
        return json(200, now)
      },
    },
  })
  expect(await screen.findByText('Pasaron más de 10 días desde que la recibiste.')).toBeTruthy()
  // The secret leaves the address at once.
  await waitFor(() => expect(router.state.location.hash).toBe(''))
  // A reload before confirming keeps it.
  expect(router.state.location.state).toEqual({ linkToken: 'una.ficha' })
  expect(sent.find(({ path }) => path.endsWith(CODE))?.query.get('token')).toBe('una.ficha')
  expect(screen.getByRole('button', { name: 'Elegí de qué compras' })).toHaveProperty('disabled', true)
  const first = within(screen.getByText('Fiesta Lunar').closest('li') ?? document.body)
  await user.click(first.getByRole('checkbox', { name: 'Me arrepiento de esta compra' }))
  await user.click(screen.getByRole('button', { name: 'Confirmar: me devuelven $39.600' }))
  expect(await screen.findByText(/^La plata está en camino/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Listo: te devolvemos $39.600.')
  expect(screen.queryByRole('button', { name: /^Confirmar/ })).toBeNull()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    token: 'una.ficha',
    orderIds: ['Wp1ZbRBp1ZbRBp1ZbRBp1Z'],
  })
})

test('the only purchase goes back by one press; one whose money is back already is not offered', async () => {
  const back = order({
    orderId: 'Xp1ZbRBp1ZbRBp1ZbRBp1Z',
    eventName: 'Peña del Río',
    amount: 0,
    isEligible: false,
    obstacle: 'refunded',
  })
  const { user } = await openScreen(`${paths.regret(CODE)}#token=una.ficha`, {
    answers: { [read]: regret({ orders: [order(), back] }) },
  })
  const confirm = await screen.findByRole('button', { name: 'Confirmar: me devuelven $39.600' })
  const settled = within(screen.getByText('Peña del Río').closest('li') ?? document.body)
  expect(settled.getByText('Su plata ya volvió.')).toBeTruthy()
  expect(settled.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Me arrepiento de esta compra' }))
  expect(confirm).toHaveProperty('disabled', true)
})

test('where all the money is back already there is nothing to confirm, and a person answers', async () => {
  const orders = [order({ amount: 0, isEligible: false, obstacle: 'refunded' })]
  await openScreen(`${paths.regret(CODE)}#token=una.ficha`, { answers: { [read]: regret({ orders }) } })
  expect(await screen.findByText(/^No queda plata por devolver\./)).toBeTruthy()
  expect(screen.queryByText(/^Confirmá abajo/)).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Confirmar|Que lo mire)/ })).toBeNull()
})

test('what was left out is not ticked once the others are confirmed', async () => {
  const orders = [
    order({ outcome: 'with_person', isEligible: false, obstacle: 'transferred' }),
    order({ orderId: 'Xp1ZbRBp1ZbRBp1ZbRBp1Z', eventName: 'Peña del Río' }),
  ]
  await openScreen(`${paths.regret(CODE)}#token=una.ficha`, {
    answers: { [read]: regret({ state: 'with_person', orders }) },
  })
  expect(await screen.findByRole('button', { name: 'Elegí de qué compras' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('checkbox', { name: 'Me arrepiento de esta compra' })).toHaveProperty('checked', false)
})

test('a link of another code says so', async () => {
  await openScreen(`${paths.regret(CODE)}#token=de.otro`, { answers: { [read]: regret() } })
  expect(await screen.findByText(/Este enlace no corresponde a este código/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Confirmar/ })).toBeNull()
})

test('by the code alone, what is late says so, and is not called resolved', async () => {
  await openScreen(paths.regret(CODE), { answers: { [read]: regret({ state: 'with_person', isOverdue: true }) } })
  expect(await screen.findByText('Está demorado: lo tiene una persona de nuestro equipo')).toBeTruthy()
  expect(screen.queryByText(/^Resuelto/)).toBeNull()
  expect(screen.queryByText(/respondimos/)).toBeNull()
})

test('by the code alone an answered regret says where the answer went', async () => {
  await openScreen(paths.regret(CODE), { answers: { [read]: regret({ state: 'done' }) } })
  expect(await screen.findByText(/^Te contestamos por mail\. Si no te llegó, escribinos/)).toBeTruthy()
  expect(screen.queryByText(/mail de la compra\.$/)).toBeNull()
})

test('a link that is opened late promises no time that has passed', async () => {
  const orders = [order({ outcome: 'with_person', isEligible: false })]
  await openScreen(`${paths.regret(CODE)}#token=una.ficha`, {
    answers: { [read]: regret({ state: 'with_person', isOverdue: true, orders }) },
  })
  expect(await screen.findByText(/te responde cuanto antes: estamos demorados/)).toBeTruthy()
  expect(screen.queryByText(/antes del .*21 nov.*\.$/, { selector: '[role=status] *' })).toBeNull()
})
