import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { ManagedRegret } from '#contract/sales/regrets.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'

vi.setConfig({ testTimeout: 30_000 })

const ID = '01990000-0000-7000-8000-0000000000b1'
const regret = (changes: Partial<ManagedRegret> = {}): ManagedRegret => ({
  id: ID,
  code: '7M4Q2-KZC9D',
  state: 'with_person',
  submittedAt: '2026-11-20T10:00:00-03:00',
  answerBy: '2026-11-21T10:00:00-03:00',
  orderNumber: null,
  contact: 'rita@previa.test',
  isProved: true,
  isOverdue: true,
  answer: null,
  answerTo: 'buyer',
  orders: [
    {
      orderId: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z',
      orderNumber: '7KQ29XM8',
      eventName: 'Fiesta Lunar',
      tickets: 2,
      paidAt: '2026-11-18T21:00:00-03:00',
      amount: 19_800,
      until: '2026-11-29T00:00:00-03:00',
      isEligible: false,
      obstacle: 'transferred',
      state: 'with_person',
      outcome: 'with_person',
      answer: null,
      buyer: {
        id: '01990000-0000-7000-8000-0000000000b2',
        name: 'Rita Sosa',
        mail: 'rita@previa.test',
        phone: '+54 9 11 ****-1234',
      },
      refundable: 19_800,
      isProved: true,
      isNamed: false,
      isUnproved: false,
      failure: null,
    },
  ],
  ...changes,
})
const listed = (...regrets: ManagedRegret[]) => page('regrets', regrets)
const LIST = 'GET /api/v1/admin/regrets'

test('a pending request shows the time left, and an overdue one says so', async () => {
  await openScreen(paths.godRegrets(), { as: 'GOD_ADMIN', answers: { [LIST]: listed(regret()) } })
  const row = within(await screen.findByRole('row', { name: /7M4Q2-KZC9D/ }))
  expect(row.getByText('Lo mira una persona')).toBeTruthy()
  expect(row.getByText(/· Vencido$/)).toBeTruthy()
  expect(row.getByText('rita@previa.test')).toBeTruthy()
})

test('a purchase is given back with an answer, which has to say something', async () => {
  let state: ManagedRegret['state'] = 'with_person'
  const { user, sent } = await openScreen(paths.godRegrets(), {
    as: 'GOD_ADMIN',
    answers: {
      [LIST]: () => listed(regret({ state })),
      [`POST /api/v1/admin/regrets/${ID}/resolve`]: () => {
        state = 'done'
        return json(200, regret({ state }))
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Ver el arrepentimiento 7M4Q2-KZC9D' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Arrepentimiento 7M4Q2-KZC9D' }))
  expect(dialog.getByText(/ya pasaste esta entrada/)).toBeTruthy()
  expect(dialog.getByText('Confirmado por quien compró')).toBeTruthy()
  expect(dialog.queryByText(/vuelve sola/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  expect(dialog.getByText('Fiesta Lunar')).toBeTruthy()
  expect(dialog.getByText('$19.800')).toBeTruthy()
  expect(dialog.getByText(/^Rita Sosa · rita@previa\.test/)).toBeTruthy()
  await user.type(dialog.getByLabelText('Respuesta'), 'Ok')
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  expect(await dialog.findByText('Contale qué pasó, en al menos 10 letras')).toBeTruthy()
  await user.type(dialog.getByLabelText('Respuesta'), ', te devolvemos las dos entradas.')
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  await screen.findByText('Le mandamos la respuesta por mail a quien compró')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { decision: 'refund', orderId: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z', answer: 'Ok, te devolvemos las dos entradas.' },
  ])
})

test('what is left after a refund outside of Previa is read to the centavo', async () => {
  const eligible = { amount: 18_799.5, refundable: 18_799.5, isEligible: true, obstacle: null } as const
  const orders = regret().orders.map((order) => ({ ...order, ...eligible }))
  const { user } = await openScreen(`${paths.godRegrets()}?pedido=${ID}`, {
    as: 'GOD_ADMIN',
    answers: { [LIST]: listed(regret({ orders })) },
  })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/vuelve sola \$18\.799,50$/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Devolver $18.799,50' }))
  expect(dialog.getByText('$18.799,50')).toBeTruthy()
})

test('an unverified purchase is refunded only with a confirmation of contact with its buyer', async () => {
  const orders = regret().orders.map((order) => ({ ...order, isNamed: true, isUnproved: true }))
  const { user, sent } = await openScreen(`${paths.godRegrets()}?pedido=${ID}`, {
    as: 'GOD_ADMIN',
    answers: {
      [LIST]: listed(regret({ isProved: false, orders })),
      [`POST /api/v1/admin/regrets/${ID}/resolve`]: json(200, regret({ state: 'done', orders })),
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  const consent = /^Quien compró no abrió el enlace: confirmo que hablamos con esa persona$/
  await user.click(dialog.getByRole('button', { name: 'Contestar que no corresponde' }))
  expect(dialog.queryByLabelText(consent)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Volver' }))
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  expect(dialog.getByText(/nadie probó que es suya/)).toBeTruthy()
  await user.type(dialog.getByLabelText('Respuesta'), 'Hablamos: te devolvemos las dos.')
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  // What was agreed to is of that very moment.
  await user.click(dialog.getByLabelText(consent))
  await user.click(dialog.getByRole('button', { name: 'Volver' }))
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  expect(dialog.getByLabelText(consent)).toHaveProperty('checked', false)
  await user.click(dialog.getByLabelText(consent))
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  await screen.findByText('Le mandamos la respuesta por mail a quien compró')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    {
      decision: 'refund',
      orderId: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z',
      withoutProof: true,
      answer: 'Hablamos: te devolvemos las dos.',
    },
  ])
})

test('a concurrent answer is shown, and the input stays', async () => {
  const { user } = await openScreen(`${paths.godRegrets()}?pedido=${ID}`, {
    as: 'GOD_ADMIN',
    answers: {
      [LIST]: listed(regret()),
      [`POST /api/v1/admin/regrets/${ID}/resolve`]: json(409, {
        code: 'regret_done',
        message: 'Este arrepentimiento ya se respondió',
      }),
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Contestar que no corresponde' }))
  await user.type(dialog.getByLabelText('Respuesta'), 'Las entradas ya se usaron.')
  await user.click(dialog.getByRole('button', { name: 'Contestar' }))
  expect(await dialog.findByText('Este arrepentimiento ya se respondió')).toBeTruthy()
  expect(dialog.getByLabelText('Respuesta')).toHaveProperty('value', 'Las entradas ya se usaron.')
})

test.each<[ManagedRegret['answerTo'], RegExp, string]>([
  ['contact', /^No hay una compra: le llega tal cual a rita@previa.test.$/, 'Mandamos la respuesta a rita@previa.test'],
  [
    'nobody',
    /^No hay un mail a donde mandarla/,
    'Guardamos la respuesta, pero no hay un mail a donde mandarla: avisale por otro medio',
  ],
])('where the answer goes is said before and after: %s', async (answerTo, hint, toast) => {
  const { user } = await openScreen(`${paths.godRegrets()}?pedido=${ID}`, {
    as: 'GOD_ADMIN',
    answers: {
      [LIST]: listed(regret({ answerTo, orders: [] })),
      [`POST /api/v1/admin/regrets/${ID}/resolve`]: json(200, regret({ answerTo, orders: [], state: 'done' })),
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('No encontramos una compra con esos datos.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Contestar que no corresponde' }))
  expect(dialog.getByText(hint)).toBeTruthy()
  await user.type(dialog.getByLabelText('Respuesta'), 'No hay una compra con esos datos.')
  await user.click(dialog.getByRole('button', { name: 'Contestar' }))
  expect(await screen.findByText(toast)).toBeTruthy()
})

test('a purchase given by number is previewed before the decision; an unknown one says so', async () => {
  const [found] = regret().orders
  let isNamed = false
  const { user, sent } = await openScreen(`${paths.godRegrets()}?pedido=${ID}`, {
    as: 'GOD_ADMIN',
    answers: {
      [LIST]: () => listed(regret({ orders: isNamed && found ? [{ ...found, isNamed }] : [] })),
      [`POST /api/v1/admin/regrets/${ID}/orders`]: ({ body }) => {
        isNamed = JSON.stringify(body).includes('Wp1ZbRBp1ZbRBp1ZbRBp1Z')
        return isNamed
          ? json(200, regret({ orders: found ? [{ ...found, isNamed }] : [] }))
          : json(404, { code: 'order_not_found', message: 'No encontramos esa compra' })
      },
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  const add = dialog.getByRole('button', { name: 'Sumar la compra' })
  await user.click(add)
  expect(await dialog.findByText('Escribí el número entero de la compra')).toBeTruthy()
  const number = dialog.getByLabelText('Sumar una compra por su número')
  await user.type(number, 'otra')
  await user.click(add)
  expect(await dialog.findByText('No encontramos esa compra')).toBeTruthy()
  await user.clear(number)
  await user.type(number, 'Wp1ZbRBp1ZbRBp1ZbRBp1Z')
  await user.click(add)
  expect(await dialog.findByText('Fiesta Lunar')).toBeTruthy()
  expect(dialog.getByText('La sumó nuestro equipo por su número.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Devolver $19.800' })).toBeTruthy()
  expect(number).toHaveProperty('value', '')
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { orderNumber: 'otra' },
    { orderNumber: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z' },
  ])
})

test('money that did not go back says why', async () => {
  const [found] = regret().orders
  const { user } = await openScreen(`${paths.godRegrets()}?pedido=${ID}`, {
    as: 'GOD_ADMIN',
    answers: { [LIST]: listed(regret({ orders: found ? [{ ...found, obstacle: null, failure: 'too_late' }] : [] })) },
  })
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^La devolución no se hizo: ya pasó el plazo/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Devolver $19.800' }))
  expect(dialog.getByText('$19.800')).toBeTruthy()
})
