import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PaymentAccountStatus } from '#contract/companies/companies-payment-account.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, FEE_TERMS } from '#web/testing/organizer-fixtures.ts'

const read = `GET /api/v1/company/${COMPANY.id}/payment-account`
const FEES = `GET /api/v1/company/${COMPANY.id}/fees`
const FISCAL = `/api/v1/company/${COMPANY.id}/fiscal-data`
const LINK = 'GET /api/v1/webhook/mercadopago/get-link'
const account = { nickname: 'CLUBCENTRAL', connectedAt: '2026-11-02T20:00:00-03:00', sellsUntil: null }
const none: PaymentAccountStatus = {
  canSell: false,
  problem: 'never_connected',
  account: null,
  next: null,
  awaitedOrders: 0,
  isYours: true,
}
const sells: PaymentAccountStatus = { ...none, canSell: true, problem: null, account }

const open = (answers: Answers, address = '/organizador/cobros') =>
  openScreen(address, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: {
      [FEES]: { companyName: COMPANY.name, current: FEE_TERMS, since: null, next: [] },
      [`GET ${FISCAL}`]: { companyName: COMPANY.name, current: null, mayChange: true },
      ...answers,
    },
  })
const card = async () => within(await screen.findByRole('region', { name: 'Mercado Pago' }))

test('who never connected an account is taken to the provider', async () => {
  const assign = vi.fn<(url: string | URL) => void>()
  vi.spyOn(globalThis.location, 'assign').mockImplementation(assign)
  const { sent, user } = await open({ [read]: none, [LINK]: { url: 'https://auth.example/authorization?state=x' } })
  const shown = await card()
  expect(shown.getByText('Sin conectar')).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Desconectar' })).toBeNull()
  await user.click(shown.getByRole('button', { name: 'Conectar Mercado Pago' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://auth.example/authorization?state=x'))
  expect(sent.find(({ path }) => path.endsWith('/get-link'))?.query.get('companyId')).toBe(COMPANY.id)
})

test('what stops the way to the provider is said, and it can be tried again', async () => {
  const refusal = json(422, { code: 'company_not_approved', message: 'Tu organización todavía no está aprobada' })
  const { user } = await open({ [read]: none, [LINK]: () => refusal.clone() })
  const button = (await card()).getByRole('button', { name: 'Conectar Mercado Pago' })
  await user.click(button)
  expect(await screen.findByText('Tu organización todavía no está aprobada')).toBeTruthy()
  expect(button.getAttribute('aria-busy')).not.toBe('true')
})

test('disconnecting says what stops, and what keeps it from being done', async () => {
  let isWaiting = true
  const { user, sent } = await open({
    [read]: () => (isWaiting ? sells : { ...none, problem: 'disconnected', account }),
    [`DELETE /api/v1/company/${COMPANY.id}/token`]: () => {
      if (!isWaiting) return new Response(null, { status: 204 })
      isWaiting = false
      return json(409, {
        code: 'orders_await_payment',
        message: 'Hay compras esperando su pago.',
        details: { count: 2 },
      })
    },
  })
  await user.click((await card()).getByRole('button', { name: 'Desconectar' }))
  const question = within(screen.getByRole('alertdialog'))
  expect(question.getByText(/dejan de venderse en el momento/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Desconectar' }))
  expect((await question.findByRole('alert')).textContent).toContain('Hay compras esperando su pago')
  await user.click(question.getByRole('button', { name: 'Desconectar' }))
  expect(await screen.findByText('Desconectamos tu cuenta de Mercado Pago')).toBeTruthy()
  expect(await screen.findByText('Desconectada')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
})

test.each<[PaymentAccountStatus['problem'], string, string]>([
  ['revoked', 'Sin permiso', 'Reconectar Mercado Pago'],
  ['expired', 'Venció', 'Reconectar Mercado Pago'],
  ['expiring', 'Por vencer', 'Reconectar Mercado Pago'],
  ['disconnected', 'Desconectada', 'Reconectar Mercado Pago'],
  ['unfunded', 'Sin saldo', 'Cambiar de cuenta'],
  [null, 'Conectada', 'Cambiar de cuenta'],
])('%s reads «%s», and offers «%s»', async (problem, badge, act) => {
  const canSell = problem === null || problem === 'expiring'
  await open({ [read]: { ...sells, canSell, problem } })
  const shown = await card()
  expect(shown.getByText(badge)).toBeTruthy()
  expect(shown.getByText('CLUBCENTRAL')).toBeTruthy()
  expect(shown.getByRole('button', { name: act })).toBeTruthy()
})

test('an account without refund balance differs from an unconnected one, and links to the refunds', async () => {
  await open({ [read]: { ...sells, canSell: false, problem: 'unfunded' } })
  const shown = await card()
  expect(shown.getByText(/reembolsos sin saldo .* la venta paga está cerrada/)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Ver los reembolsos' }).getAttribute('href')).toBe('/organizador/reembolsos')
  expect(shown.getByText('Cuenta')).toBeTruthy()
  expect(shown.getByRole('button', { name: 'Desconectar' })).toBeTruthy()
})

test('another account says from when it collects; who does not own the company changes nothing', async () => {
  const next = {
    nickname: 'OTRACUENTA',
    connectedAt: '2026-11-22T10:00:00-03:00',
    sellsFrom: '2026-11-23T10:00:00-03:00',
  }
  await open({ [read]: { ...sells, account: { ...account, sellsUntil: next.sellsFrom }, next, isYours: false } })
  const shown = await card()
  expect(shown.getByText('OTRACUENTA')).toBeTruthy()
  expect(shown.getByText(/Cobrás acá hasta el lun 23 nov, 10:00/)).toBeTruthy()
  expect(shown.queryByRole('button')).toBeNull()
  expect(shown.getByText('La conecta y la desconecta quien es titular de la organización.')).toBeTruthy()
})

test('a change of account is cancelled while it waits: what goes and what stays is said first', async () => {
  const next = { nickname: 'OTRACUENTA', connectedAt: account.connectedAt, sellsFrom: '2026-11-23T10:00:00-03:00' }
  let isWaiting = true
  const { user, sent } = await open({
    [read]: () => (isWaiting ? { ...sells, account: { ...account, sellsUntil: next.sellsFrom }, next } : sells),
    [`DELETE /api/v1/company/${COMPANY.id}/token`]: () => {
      isWaiting = false
      return new Response(null, { status: 204 })
    },
  })
  const shown = await card()
  expect(shown.queryByRole('button', { name: 'Desconectar' })).toBeNull()
  await user.click(shown.getByRole('button', { name: 'Cancelar el cambio' }))
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toContain('Se desconecta OTRACUENTA, que todavía no empezó a cobrar.')
  expect(question.textContent).toContain('Queda CLUBCENTRAL, como hasta ahora.')
  await user.click(within(question).getByRole('button', { name: 'Cancelar el cambio' }))
  expect(await screen.findByText('Cancelaste el cambio de cuenta')).toBeTruthy()
  expect(await shown.findByRole('button', { name: 'Desconectar' })).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('cancelling a change where no account sells promises no sales', async () => {
  const next = { nickname: 'OTRACUENTA', connectedAt: account.connectedAt, sellsFrom: '2026-11-23T10:00:00-03:00' }
  const { user } = await open({ [read]: { ...none, problem: 'not_yet', account, next } })
  await user.click((await card()).getByRole('button', { name: 'Cancelar el cambio' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('Tus entradas pagas siguen sin venderse')
})

test('an installation without payments says so, and offers nothing', async () => {
  await open({ [read]: { ...none, problem: 'payments_off' } })
  expect((await card()).getByText('Pagos apagados')).toBeTruthy()
  expect((await card()).queryByRole('button')).toBeNull()
})

test('what went wrong is said, and it can be tried again', async () => {
  let isDown = true
  const { user } = await open({
    [read]: () => (isDown ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' }) : sells),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Error del servidor')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect((await card()).getByText('Conectada')).toBeTruthy()
})

test('coming back from the provider says where one is paid now, or why not', async () => {
  await open({ [read]: sells }, '/organizador/mercadopago/success')
  expect(await screen.findByText('Desde ahora, lo que vendas entra directo en CLUBCENTRAL.')).toBeTruthy()
})

test.each([
  ['never_connected', /Conectá la cuenta de Mercado Pago/],
  ['disconnected', /Desconectaron la cuenta/],
] as const)('the address of success believes the account, which is %s', async (problem, words) => {
  await open({ [read]: { ...none, problem } }, '/organizador/mercadopago/success')
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.queryByText('Tu cuenta quedó conectada')).toBeNull()
})

test('reconnecting while refunds wait for balance says that sales are still closed', async () => {
  await open({ [read]: { ...sells, canSell: false, problem: 'unfunded' } }, '/organizador/mercadopago/success')
  expect(await screen.findByText(/la venta paga sigue cerrada/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver los reembolsos' })).toBeTruthy()
})

test.each([
  ['cancelled', /No le diste permiso/],
  ['state', /empezó en otro navegador/],
  ['__proto__', /no aceptó la conexión/],
])('it did not work because of %s', async (motive, words) => {
  await open({ [read]: none }, `/organizador/mercadopago/error?motivo=${motive}`)
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.getByRole('link', { name: 'Volver a Cobros' })).toBeTruthy()
})

test('what the platform charges is said, and what it will', async () => {
  const next = [{ ...FEE_TERMS, percentBps: 1200, appliesFrom: '2030-12-01T03:00:00Z' }]
  await open({ [read]: sells, [FEES]: { companyName: COMPANY.name, current: FEE_TERMS, since: null, next } })
  const shown = within(await screen.findByRole('region', { name: 'Cargo por servicio' }))
  expect(shown.getByText('10 % por entrada')).toBeTruthy()
  expect(shown.getByText('12 % por entrada')).toBeTruthy()
  expect(shown.getByText('Desde el dom 1 dic 2030')).toBeTruthy()
})

const fiscal = {
  legalName: 'Asociación Civil, Cultural y Recreativa Unión y Progreso del Sur',
  cuit: '30703088534',
  vatCondition: 'exento',
  address: 'Av. Corrientes 1234, Ciudad Autónoma de Buenos Aires',
} as const
const fiscalCard = async () => within(await screen.findByRole('region', { name: 'Datos fiscales' }))

test('missing fiscal data shows its consequence and a form; a wrong CUIT shows at its field', async () => {
  let current: object | null = null
  const answer = () => ({ companyName: COMPANY.name, current, mayChange: true })
  const { sent, user } = await open({
    [read]: sells,
    [`GET ${FISCAL}`]: answer,
    [`PUT ${FISCAL}`]: () => {
      current = { ...fiscal, since: '2026-11-20T12:00:00-03:00' }
      return answer()
    },
  })
  expect((await fiscalCard()).getByText(/Faltan tus datos fiscales/)).toBeTruthy()
  await user.click((await fiscalCard()).getByRole('button', { name: 'Cargar datos fiscales' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Datos fiscales de ${COMPANY.name}` }))
  await user.type(dialog.getByLabelText(/^Razón social/), fiscal.legalName)
  await user.type(dialog.getByLabelText(/^CUIT/), '30-70308853-5')
  await user.type(dialog.getByLabelText(/^Domicilio/), fiscal.address)
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Ese CUIT no es válido: son 11 números, revisá que estén todos')).toBeTruthy()
  expect(dialog.getByText('Elegí la condición frente al IVA')).toBeTruthy()
  await user.clear(dialog.getByLabelText(/^CUIT/))
  await user.type(dialog.getByLabelText(/^CUIT/), '30-70308853-4')
  await user.selectOptions(dialog.getByLabelText(/^Condición/), 'exento')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await screen.findByText(`Guardaste los datos fiscales de ${COMPANY.name}`)
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual(fiscal)
  expect(await (await fiscalCard()).findByText('30-70308853-4')).toBeTruthy()
})

test('who does not own the company sees its fiscal data and changes nothing', async () => {
  const current = { ...fiscal, since: '2026-11-20T12:00:00-03:00' }
  await open({ [read]: sells, [`GET ${FISCAL}`]: { companyName: COMPANY.name, current, mayChange: false } })
  const shown = await fiscalCard()
  for (const text of [fiscal.legalName, '30-70308853-4', 'IVA Sujeto Exento', fiscal.address]) {
    expect(shown.getByText(text)).toBeTruthy()
  }
  expect(shown.queryByRole('button')).toBeNull()
})

test('fiscal data that could not be read are asked for again', async () => {
  let isDown = true
  const { user } = await open({
    [read]: sells,
    [`GET ${FISCAL}`]: () =>
      isDown
        ? json(500, { code: 'internal', message: 'No pudimos' })
        : { companyName: COMPANY.name, current: null, mayChange: true },
  })
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  isDown = false
  await user.click(retry)
  expect(await fiscalCard()).toBeTruthy()
})
