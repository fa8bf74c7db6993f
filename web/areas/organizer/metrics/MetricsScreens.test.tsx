import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { figures } from '#contract/values/figures.ts'
import { keptTone } from '#web/features/metrics/ResultLine.tsx'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID, GENERAL_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const none = {
  sales: 0,
  tickets: 0,
  discountCents: 0,
  paidCents: 0,
  refundedCents: 0,
  platformCents: 0,
  providerCents: 0,
  commissionCents: 0,
  costCents: 0,
  keptCents: 0,
  issued: 0,
  courtesies: 0,
  inPerson: 0,
  arrived: 0,
}
const totals = {
  ...none,
  sales: 2,
  tickets: 4,
  paidCents: 5_940_000,
  refundedCents: 550_000,
  keptCents: 4_447_966,
  issued: 4,
  arrived: 1,
}
const event = { id: EVENT_ID, name: 'Fiesta Lunar', startDate: null, state: 'active' }
const at = (part: string) => `GET /api/v1/metrics/admin/${part}/${EVENT_ID}`
const summary = {
  event,
  totals,
  taken: 3,
  sold: 3,
  capacity: 50,
  held: 0,
  noShows: null,
  byPromoters: { ...none, tickets: 2 },
  costsByType: [],
}
const type = { id: GENERAL_ID, name: 'General', price: 18_000, capacity: 50, sold: 3, courtesies: 0, held: 0 }
const promoter = { userId: GENERAL_ID, name: 'Lautaro Paz', referralCode: 'LAUTI', sales: 1, tickets: 2, courtesies: 0 }
const full: Answers = {
  [at('summary')]: summary,
  [at('event-sales')]: {
    days: [{ day: '2026-11-20', ...totals }],
    months: [{ month: '2026-11', ...totals }],
    endsOn: '2026-11-21',
  },
  [at('event-tickets')]: { types: [{ ...type, issued: 4, arrived: 1 }], drinks: [], arrivals: [], noShows: null },
  [at('event-rrpp')]: {
    promoters: [{ ...promoter, arrived: 1, paidCents: 3_960_000, refundedCents: 0, commissionCents: 0 }],
  },
}
const open = (answers: Answers, path = paths.eventMetrics(EVENT_ID)) =>
  openScreen(path, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id, companyRole: 'owner' }),
    answers: {
      'GET /api/v1/event/dashboard/preview': page('events', [event]),
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent(),
      ...full,
      ...answers,
    },
  })

test('an event’s tab shows its money, types and promoters, each figure with what it counts', async () => {
  const { user } = await open({})
  const money = await screen.findByLabelText('Lo que dejó')
  expect(within(money).getByText('$59.400')).toBeTruthy()
  expect(within(money).getByText('50 % de las pagadas')).toBeTruthy()
  expect(within(money).getByText('6 % de 50')).toBeTruthy()
  expect(screen.queryByText(/^Costos/)).toBeNull()
  await user.click(within(money).getByRole('button', { name: figures.kept.label }))
  expect(within(money).getByText(figures.kept.definition)).toBeTruthy()
  expect(await screen.findByRole('figure', { name: 'Ventas por día' })).toBeTruthy()
  expect(await screen.findByRole('figure', { name: 'Tipos de entrada' })).toBeTruthy()
  expect((await screen.findByRole('row', { name: /Lautaro Paz/ })).textContent).toContain('$39.600')
})

test('costs are a line of their own beneath what is kept, and a loss is not green', async () => {
  const kept = (of: object) => ({ ...summary, totals: { ...totals, ...of } })
  await open({ [at('summary')]: kept({ costCents: 447_500_000, keptCents: 97_238_200 }) })
  const money = within(await screen.findByLabelText('Lo que dejó'))
  expect(money.getByText('$972.382')).toBeTruthy()
  expect(screen.getByText('Costos −$4.475.000 → resultado −$3.502.618').className).toBe('text-sol')
  expect(keptTone(97_238_200)).toEqual({ tone: 'yerba' })
  for (const cents of [0, -1]) expect(keptTone(cents)).toEqual({})
})

test('above the events the screen is about the one of its address', async () => {
  await open({}, `${paths.organizerMetrics()}?evento=${EVENT_ID}`)
  expect(await screen.findByLabelText('Lo que dejó')).toBeTruthy()
})

test('an event that sold nothing says so; who may not see it and where it is not there, too', async () => {
  await open({ [at('summary')]: { ...summary, totals: none } })
  expect(await screen.findByRole('heading', { name: 'Todavía no hay ventas' })).toBeTruthy()
})

test.each([
  [403, 'forbidden', 'No tenés permiso para ver estas métricas'],
  [404, 'event_not_found', 'Las métricas no están disponibles'],
] as const)('a %i is said in the screen’s own words', async (status, code, words) => {
  await open({ [at('summary')]: () => json(status, { code, message: 'No' }) })
  expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
})

test('a company sees what wants a look first, then its money and its events', async () => {
  const board = {
    totals,
    months: [{ month: '2026-11', ...totals }],
    sold: 3,
    events: [{ ...event, ...totals, sold: 3 }],
    totalEvents: 1,
    attention: [
      { what: 'slow', event: { id: EVENT_ID, name: 'Fiesta Lunar' }, count: 6 },
      { what: 'failed', event: { id: EVENT_ID, name: 'Fiesta Lunar' }, count: 2 },
    ],
  }
  await open({ 'GET /api/v1/admin/business-dashboard': board }, paths.businessDashboard())
  expect(await screen.findByText('Fiesta Lunar es esta semana y vendió el 6 %')).toBeTruthy()
  const failed = screen.getByRole('link', { name: 'Fiesta Lunar: 2 reembolsos fallaron y la plata sigue sin volver' })
  expect(failed.getAttribute('href')).toBe(paths.eventRefunds(EVENT_ID))
  expect(within(screen.getByLabelText('En total')).getByText('Tu mejor evento')).toBeTruthy()
  expect(screen.getByRole('row', { name: /Fiesta Lunar/ }).textContent).toContain('$44.480')
})
