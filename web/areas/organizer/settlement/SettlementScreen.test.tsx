import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getSettlement, SettledFigures, SettlementRelease } from '#contract/companies/settlement.ts'
import * as files from '#web/lib/save-file.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { COMPANY, EVENT_ID } from '#web/testing/organizer-fixtures.ts'
import { monthOf } from '#web/features/lists/months.ts'
import { fallSteps, netOfHundred, periodWords } from './settlement-words.ts'

type Settlement = Answer<typeof getSettlement>

const read = `GET /api/v1/company/${COMPANY.id}/settlement`
const none: SettledFigures = {
  sales: 0,
  tickets: 0,
  paidCents: 0,
  refundedCents: 0,
  platformCents: 0,
  providerCents: 0,
  commissionCents: 0,
  costCents: 0,
  keptCents: 0,
  promoterCashCents: 0,
}
const figures: SettledFigures = {
  ...none,
  sales: 702,
  tickets: 1351,
  paidCents: 31_486_000_00,
  refundedCents: 1_240_000_00,
  platformCents: 2_747_600_00,
  providerCents: 1_322_900_45,
  keptCents: 26_175_499_55,
}
const control = {
  checkedAt: '2026-11-21T14:05:00-03:00',
  isOld: false,
  payments: 2214,
  unreadAccounts: 0,
  differences: 0,
  differenceCents: 0,
}
const noRelease: SettlementRelease = {
  releasedCents: 0,
  lastReleasedAt: null,
  toReleaseCents: 0,
  releasesFrom: null,
  releasesUntil: null,
  undatedCents: 0,
  undatedPayments: 0,
  cashCents: 0,
}
const release: SettlementRelease = {
  ...noRelease,
  releasedCents: 20_845_999_55,
  lastReleasedAt: '2026-11-21T14:05:00-03:00',
  toReleaseCents: 5_329_500_00,
  releasesFrom: '2026-11-24T10:00:00-03:00',
  releasesUntil: '2026-12-03T10:00:00-03:00',
}
const sold = (changes: Partial<Settlement> = {}): Settlement => ({
  totals: figures,
  movedFrom: '2026-10-03',
  movedUntil: '2026-11-21',
  events: [{ ...figures, id: EVENT_ID, name: 'Fiesta Lunar Rosario', startDate: '2026-11-28T23:30:00-03:00' }],
  release,
  control,
  pagination: page('events', [figures]).pagination,
  ...changes,
})
const nothing = sold({ totals: none, movedFrom: null, movedUntil: null, ...page('events', []) })

const open = (answers: Answers, address = '/organizador/liquidaciones') =>
  openScreen(address, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: { 'GET /api/v1/event/dashboard/preview': page('events', []), ...answers },
  })
const fall = async () => within(await screen.findByLabelText('De lo pagado a lo que te queda'))

test('money falls from what was paid to what is kept, each step with its sign, to the centavo', async () => {
  await open({ [read]: sold() })
  const shown = await fall()
  const steps = shown.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(steps).toEqual([
    ['Pagado', '$31.486.000'],
    ['Devuelto', '−$1.240.000'],
    ['Cargo Previa', '−$2.747.600'],
    ['Mercado Pago', '−$1.322.9004,2 % de lo pagado'],
    ['Te queda', '$26.175.500'],
  ])
  expect(shown.getByText('4,2 % de lo pagado')).toBeTruthy()
  const row = within(screen.getByRole('region', { name: 'Por evento' })).getByRole('row', { name: /Fiesta Lunar/ })
  expect(within(row).getByText('$26.175.500')).toBeTruthy()
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.getAttribute('data-label')),
  ).toEqual(['Evento', 'Pagadas', 'Pagado', 'Devuelto', 'Cargos', 'Comisiones RRPP', 'Te queda'])
  expect(within(row).getByText('1.351')).toBeTruthy()
  // What the platform and Mercado Pago kept together.
  expect(within(row).getByText('$4.070.500')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Liquidaciones' })).toBeTruthy()
})

const known = { isOld: false, payments: 5, unreadAccounts: 0 }
test.each([
  [control, 'Coincide', /^2\.214 pagos comparados, \$0 de diferencia\. Último control: sáb 21 nov, 14:05\.$/],
  [{ ...control, isOld: true }, 'Sin comparar desde el sáb 21 nov', /2\.214 pagos comparados hasta sáb 21 nov, 14:05/],
  [
    { ...control, differences: 1, differenceCents: 500_01 },
    'En revisión',
    /1 pago no coincide con lo que informa Mercado Pago: \$500 de diferencia/,
  ],
  [{ ...known, checkedAt: null, differences: 2, differenceCents: 1 }, 'En revisión', /2 pagos no coinciden/],
  [{ ...known, checkedAt: null, differences: 0, differenceCents: 0 }, 'Pendiente', /Una vez por día/],
  [{ ...control, unreadAccounts: 1 }, 'Coincide', /14:05\. Lo de una cuenta .* hasta que la reconectes en Cobros\.$/],
  [{ ...control, checkedAt: null, unreadAccounts: 2 }, 'Sin comparar', /^Lo de 2 cuentas de Mercado Pago/],
] as const)('the control %j reads «%s»', async (control, word, note) => {
  await open({ [read]: sold({ control }) })
  const says = await screen.findByText(word)
  expect(says.className).toBe({ Coincide: 'text-yerba', Pendiente: '' }[word as string] ?? 'text-sol')
  expect(screen.getByText(note)).toBeTruthy()
})

const cards = async () => {
  const shown = within(await screen.findByLabelText('Cuándo te llega la plata'))
  return shown.getAllByRole('term').map((term) => {
    const [value, note] = [term.nextElementSibling, term.nextElementSibling?.nextElementSibling]
    return [term.textContent, value?.textContent, note?.textContent]
  })
}

test('it says what is there already, what comes and between which days', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T18:00:00-03:00'), toFake: ['Date'] })
  await open({ [read]: sold() })
  expect((await cards()).slice(0, 2)).toEqual([
    ['Ya en tu Mercado Pago', '$20.846.000', 'Última acreditación: hoy 14:05'],
    ['Se libera entre el 24 nov y el 3 dic', '$5.329.500', 'Según el medio con que pagaron.'],
  ])
  vi.useRealTimers()
})

test.each([
  [
    { ...release, releasesUntil: '2026-11-24T23:00:00-03:00' },
    ['Se libera el 24 nov', '$5.329.500', 'Según el medio con que pagaron.'],
  ],
  [
    { ...noRelease, releasedCents: 100, lastReleasedAt: '2026-11-20T10:00:00-03:00' },
    ['Por liberarse', '$0', 'No queda nada por liberarse de estas ventas.'],
  ],
  [{ ...noRelease, toReleaseCents: -76_10 }, ['Por liberarse', '−$76', expect.stringContaining('se devolvieron')]],
  [
    { ...noRelease, undatedCents: 100, undatedPayments: 1 },
    ['Por liberarse', 'Sin fecha', expect.stringContaining('no nos informó')],
  ],
] as const)('what comes of %j', async (outcome, words) => {
  await open({ [read]: sold({ release: outcome }) })
  expect((await cards())[1]).toEqual(words)
})

test('payments without a date and cash are said to be in neither, and nothing is made up for them', async () => {
  const shown = { ...release, undatedCents: 33_000_00, undatedPayments: 2, cashCents: 18_000_00 }
  await open({ [read]: sold({ release: shown }) })
  expect((await cards())[0]?.[1]).toBe('$20.846.000')
  expect(screen.getByText(/De 2 pagos Mercado Pago no nos informó cuándo se liberan: te dejan \$33\.000/)).toBeTruthy()
  expect(screen.getByText(/\$18\.000 se cobraron en efectivo/)).toBeTruthy()
})

test('cash that promoters hold stands apart, in all and by event, and only where there is some', async () => {
  const held = { ...figures, promoterCashCents: 7_200_00 }
  await open({
    [read]: sold({
      totals: held,
      events: [{ ...held, id: EVENT_ID, name: 'Fiesta Lunar Rosario', startDate: null }],
    }),
  })
  expect(await cards()).toContainEqual([
    'En manos de tus RRPP',
    '$7.200',
    expect.stringContaining('Es parte de lo que te queda'),
  ])
  const row = within(screen.getByRole('region', { name: 'Por evento' })).getByRole('row', { name: /Fiesta Lunar/ })
  expect(within(row).getByText('$7.200 en manos de tus RRPP')).toBeTruthy()
})

test('while it comes the three cards stand without figures', async () => {
  await open({ [read]: () => new Promise<never>(() => {}) })
  expect((await cards()).map(([label]) => label)).toEqual([
    'Ya en tu Mercado Pago',
    'Por liberarse',
    'Control con Mercado Pago',
  ])
})

test('days the wrong way round are refused in words', async () => {
  const message = 'La fecha «hasta» no puede ser anterior a la fecha «desde»'
  await open(
    {
      [read]: () =>
        json(400, {
          code: 'invalid_input',
          message: 'Datos inválidos',
          details: [{ path: ['query', 'until'], message }],
        }),
    },
    '/organizador/liquidaciones?desde=2026-11-30&hasta=2026-11-01',
  )
  expect((await screen.findByRole('alert')).textContent).toContain(message)
})

test('a month is one touch away, and other days and one event stand in the address', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00-03:00'), toFake: ['Date'] })
  const { sent, user, router } = await open({ [read]: sold() })
  expect(await screen.findByRole('heading', { level: 1, name: 'Todo lo vendido' })).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: 'Octubre' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Octubre 2026' })).toBeTruthy()
  expect(router.state.location.search).toBe('?desde=2026-10-01&hasta=2026-10-31')
  const asked = sent.findLast(({ path }) => path.endsWith('/settlement'))?.query
  expect([asked?.get('from'), asked?.get('until')]).toEqual(['2026-10-01', '2026-10-31'])
  const more = screen.getByRole('button', { name: 'Otras fechas o un evento' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await user.click(more)
  expect(screen.getByLabelText<HTMLInputElement>('Desde').value).toBe('2026-10-01')
  vi.useRealTimers()
})

test('days in which nothing moved say so, and lead back to all', async () => {
  const { user, router } = await open(
    { [read]: ({ query }) => (query.get('from') ? nothing : sold()) },
    '/organizador/liquidaciones?desde=2026-01-01&hasta=2026-01-01',
  )
  expect(await screen.findByText('No se movió plata en estas fechas')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'El jue 1 ene 2026' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ver todo' }))
  await fall()
  expect(router.state.location.search).toBe('')
})

test('who sold nothing yet reads what will stand here, and no figures', async () => {
  await open({ [read]: nothing })
  expect(await screen.findByText('Todavía no vendiste entradas pagas')).toBeTruthy()
  expect(screen.queryByText('Te queda')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Exportar XLSX' })).toBeNull()
})

test('the spreadsheet is of the days and events that are shown', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const bytes = () => new Response('x', { headers: { 'content-type': 'application/octet-stream' } })
  const { sent, user } = await open(
    { [read]: sold(), [`${read}.xlsx`]: bytes, [`${read}.csv`]: bytes },
    '/organizador/liquidaciones?desde=2026-11-01&hasta=2026-11-30',
  )
  await user.click(await screen.findByRole('button', { name: 'Exportar XLSX' }))
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith(expect.anything(), 'liquidacion.xlsx'))
  expect(sent.find(({ path }) => path.endsWith('.xlsx'))?.query.get('from')).toBe('2026-11-01')
  await user.click(screen.getByRole('button', { name: 'Exportar CSV' }))
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith(expect.anything(), 'liquidacion.csv'))
})

test('what could not be read is said, and can be tried again', async () => {
  let isDown = true
  const { user } = await open({
    [read]: () => (isDown ? json(500, { code: 'internal', message: 'Error del servidor, intenta más tarde' }) : sold()),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Error del servidor')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await fall()
})

test('who has no company reads that, and nothing is asked', async () => {
  const { sent } = await openScreen('/organizador/liquidaciones', { as: 'GOD_ADMIN', answers: {} })
  expect(await screen.findByText('Todavía no tenés una organización')).toBeTruthy()
  expect(sent.some(({ path }) => path.endsWith('/settlement'))).toBe(false)
})

test.each([
  [{}, 'Todo lo vendido'],
  [{ from: '2026-11-01', until: '2026-11-30' }, 'Noviembre 2026'],
  [{ from: '2028-02-01', until: '2028-02-29' }, 'Febrero 2028'],
  [{ from: '2026-11-21', until: '2026-11-21' }, 'El sáb 21 nov 2026'],
  [{ from: '2026-11-01', until: '2026-11-21' }, 'Del dom 1 nov al sáb 21 nov 2026'],
  [{ from: '2025-12-30', until: '2026-01-02' }, 'Del mar 30 dic 2025 al vie 2 ene 2026'],
  [{ from: '2026-11-21' }, 'Desde el sáb 21 nov 2026'],
  [{ until: '2026-11-21' }, 'Hasta el sáb 21 nov 2026'],
])('%j reads «%s»', (period, words) => {
  expect(periodWords(period)).toBe(words)
})

test('the month before January is December', () => {
  expect(monthOf('2026-01-15', 1)).toEqual({ from: '2025-12-01', until: '2025-12-31', name: 'Diciembre' })
})

test('commissions and costs stand where there are any, and a loss is no gain', () => {
  const labels = (changes: Partial<SettledFigures>) =>
    fallSteps({ ...figures, ...changes }).map(({ label, tone }) => `${label} ${tone}`)
  expect(labels({ commissionCents: 1, costCents: 1 })).toContain('Comisiones RRPP sol')
  expect(labels({})).not.toContain('Costos sol')
  expect(labels({ keptCents: 5, costCents: 7 }).slice(-3)).toEqual(['Te queda yerba', 'Costos sol', 'Resultado rojo'])
  expect(labels({ costCents: 0 }).at(-1)).toBe('Te queda yerba')
  expect(labels({ keptCents: -1 })).toContain('Te queda rojo')
  expect(netOfHundred({ ...none, keptCents: -5 })).toBeUndefined()
  expect(netOfHundred({ ...none, paidCents: 100_00, keptCents: 83_64 })).toBe('Te quedan $84 de cada $100 pagados')
})
