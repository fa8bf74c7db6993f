import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CompanyFees } from '#contract/companies/companies-fees.ts'
import type { CompanyRow } from '#contract/companies/companies-managed.ts'
import type { PaymentAccountStatus } from '#contract/companies/companies-payment-account.ts'
import { DEFAULT_FEE_TERMS } from '#contract/values/prices.ts'
import { paths } from '#contract/api/paths.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

const ID = '018f0000-0000-7000-8000-0000000000c1'
const LONG = 'Asociación Civil, Cultural y Recreativa Unión y Progreso del Sur'
const row: CompanyRow = {
  id: ID,
  name: LONG,
  slug: 'union-y-progreso',
  state: 'approved',
  createdAt: '2026-03-01T15:00:00Z',
  totalEvents: 1240,
  totalActiveEvents: 3,
  canSellPaid: false,
  areSalesStopped: false,
  serviceFee: DEFAULT_FEE_TERMS,
}
const fees: CompanyFees = { companyName: LONG, current: DEFAULT_FEE_TERMS, since: null, next: [] }
const FEES = `/api/v1/company/${ID}/fees`
const SET = `PUT /api/v1/admin/companies/${ID}/fees`

const open = (answers: Answers = {}, { search = '', as = loginAnswer('GOD_ADMIN') } = {}) =>
  openScreen(paths.godCompanies() + search, {
    as,
    answers: { 'GET /api/v1/admin/companies': page('companies', [row]), [`GET ${FEES}`]: fees, ...answers },
  })

test('each company has its row, with its fees', async () => {
  await open()
  const line = within(await screen.findByRole('row', { name: new RegExp(LONG) }))
  for (const text of ['Aprobada', '1.240 · 3 a la venta', 'Sin conectar', '10 % por entrada']) {
    expect(line.getByText(text)).toBeTruthy()
  }
})

test('terms are set: what they come to is shown as they are typed, and pesos go out as centavos', async () => {
  const { sent, user } = await open({ [SET]: { ...fees, current: { ...DEFAULT_FEE_TERMS, percentBps: 750 } } })
  await user.click(await screen.findByRole('button', { name: `Cambiar cargo de ${LONG}` }))
  const dialog = within(await screen.findByRole('dialog', { name: `Cargo de ${LONG}` }))
  const type = async (label: RegExp, text: string) => {
    await user.clear(await dialog.findByLabelText(label))
    await user.type(dialog.getByLabelText(label), text)
  }
  await type(/^Porcentaje/, '7,5')
  await type(/^Fijo/, '200')
  await type(/^Máximo/, '3.000')
  expect(dialog.getByText('Según el precio: $5.000 → $575 · $20.000 → $1.700 · $80.000 → $3.000')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await screen.findByText(`Cambiaste el cargo de ${LONG}`)
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    percentBps: 750,
    fixedCents: 200_00,
    leastCents: 0,
    mostCents: 3000_00,
    appliesFrom: null,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what cannot be is said at its field, by the page and by the server', async () => {
  const details = [{ path: ['appliesFrom'], message: 'Elegí hoy o un día que venga' }]
  const { sent, user } = await open(
    { [SET]: () => json(400, { code: 'invalid_input', message: 'No', details }) },
    { search: `?cargo=${ID}` },
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText(/^Mínimo/), '500')
  await user.type(dialog.getByLabelText(/^Máximo/), '400')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('El máximo no puede ser menor que el mínimo')).toBeTruthy()
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
  await user.clear(dialog.getByLabelText(/^Mínimo/))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Elegí hoy o un día que venga')).toBeTruthy()
})

test('terms that stand already are not sent: it says so, for today and for a day to come', async () => {
  const later = { ...DEFAULT_FEE_TERMS, percentBps: 1200, appliesFrom: '2098-01-01T03:00:00Z' }
  const { sent, user } = await open(
    { [`GET ${FEES}`]: { ...fees, next: [later] }, [SET]: fees },
    { search: `?cargo=${ID}` },
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Desde el mié 1 ene 2098')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Ya está así')
  await user.clear(dialog.getByLabelText(/^Porcentaje/))
  await user.type(dialog.getByLabelText(/^Porcentaje/), '12')
  fireEvent.change(dialog.getByLabelText(/^Desde/), { target: { value: '2098-01-02' } })
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(dialog.getByText('Ya está así')).toBeTruthy()
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
  // Today's differs from the current one.
  fireEvent.change(dialog.getByLabelText(/^Desde/), { target: { value: '' } })
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await screen.findByText(`Cambiaste el cargo de ${LONG}`)
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('a scheduled fee is shown, and a read-only role finds nothing to change', async () => {
  const next = [{ ...DEFAULT_FEE_TERMS, percentBps: 1200, appliesFrom: '2026-12-01T03:00:00Z' }]
  const as = loginAnswer('GOD_ADMIN', { permission: 'legal' })
  await open({ [`GET ${FEES}`]: { ...fees, next } }, { as, search: `?cargo=${ID}` })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('12 % por entrada')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Guardar' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Cambiar cargo/, hidden: true })).toBeNull()
})

test('a company’s fiscal data are seen from its row', async () => {
  const current = {
    legalName: 'Unión y Progreso S.A.',
    cuit: '30703088534',
    vatCondition: 'exento',
    address: 'Av. Corrientes 1234, CABA',
    since: '2026-11-20T12:00:00-03:00',
  }
  const { user } = await open({
    [`GET /api/v1/company/${ID}/fiscal-data`]: { companyName: LONG, current, mayChange: false },
  })
  await user.click(await screen.findByRole('button', { name: `Más de ${LONG}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Datos fiscales' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Datos fiscales de ${LONG}` }))
  expect(dialog.getByText('Unión y Progreso S.A.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Guardar' })).toBeNull()
})

const ACCOUNT = `GET /api/v1/company/${ID}/payment-account`
const DISCONNECT = `DELETE /api/v1/company/${ID}/token`
const status: PaymentAccountStatus = {
  canSell: true,
  problem: null,
  account: { nickname: 'UNIONYPROGRESO', connectedAt: '2026-03-02T15:00:00Z', sellsUntil: null },
  next: null,
  awaitedOrders: 0,
  isYours: false,
}

test('a god admin disconnects a company’s account: with pending purchases only after seeing the count and agreeing', async () => {
  let awaitedOrders = 0
  const { sent, user } = await open({
    [ACCOUNT]: () => ({ ...status, awaitedOrders }),
    [DISCONNECT]: ({ query }) => {
      if (query.get('force') === 'true') return new Response(null, { status: 204 })
      awaitedOrders = 3
      return json(409, {
        code: 'orders_await_payment',
        message: 'Hay compras esperando su pago.',
        details: { count: 3 },
      })
    },
  })
  await user.click(await screen.findByRole('button', { name: `Más de ${LONG}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Desconectar Mercado Pago' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: `¿Desconectar Mercado Pago de ${LONG}?` }))
  expect(await dialog.findByText('UNIONYPROGRESO')).toBeTruthy()
  expect(dialog.getByText(/dejan de venderse en el momento/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Desconectar' }))
  // A purchase began meanwhile.
  expect(await dialog.findByText(/^3 compras esperan su pago/)).toBeTruthy()
  const force = dialog.getByRole('button', { name: 'Desconectar igual' })
  expect(force).toHaveProperty('disabled', true)
  await user.click(dialog.getByLabelText('Desconectar aunque 3 compras esperen su pago'))
  await user.click(force)
  await screen.findByText(`Desconectaste la cuenta de Mercado Pago de ${LONG}`)
  const forced = sent.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('force'))
  expect(forced).toEqual([null, 'true'])
})

test('a company without an account has nothing to disconnect', async () => {
  const none: PaymentAccountStatus = { ...status, canSell: false, problem: 'never_connected', account: null }
  await open({ [ACCOUNT]: none }, { search: `?desconectar=${ID}` })
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText('No tiene ninguna cuenta conectada.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Desconectar' })).toHaveProperty('disabled', true)
})

test('legal accounts are offered no disconnecting; a company without refund balance differs from one without an account', async () => {
  const as = loginAnswer('GOD_ADMIN', { permission: 'legal' })
  const companies = page('companies', [{ ...row, areSalesStopped: true }])
  const { user } = await open({ 'GET /api/v1/admin/companies': companies }, { as, search: `?desconectar=${ID}` })
  expect(await screen.findByText('Sin saldo para devolver')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: `Más de ${LONG}` }))
  expect(await screen.findByRole('menuitem', { name: 'Datos fiscales' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Desconectar Mercado Pago' })).toBeNull()
})
