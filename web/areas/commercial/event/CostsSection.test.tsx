import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { EventCost } from '#contract/events/commercials-costs.ts'
import { paths } from '#contract/api/paths.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { CATEGORIES, EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'

vi.setConfig({ testTimeout: 60_000 })

const LIST = `GET /api/v1/comerciales/events/${EVENT_ID}/costs`
const SUMMARY = `GET /api/v1/metrics/admin/summary/${EVENT_ID}`
const cost = (at: number, costType: string, amount: number): EventCost => ({
  id: `01990000-0000-7000-8000-00000000b00${at}`,
  costType,
  amount,
  version: 1,
  createdAt: '2026-11-01T12:00:00-03:00',
})
const listed = (...rows: readonly EventCost[]) => ({
  ...page('eventCosts', rows),
  totalCosts: rows.reduce((sum, { amount }) => sum + amount, 0),
  costsByType: rows.map(({ costType, amount }) => ({ costType, totalAmount: amount, count: 1 })),
})
const totals = {
  sales: 5,
  tickets: 10,
  discountCents: 0,
  paidCents: 1_100_000,
  refundedCents: 0,
  platformCents: 100_000,
  providerCents: 0,
  commissionCents: 0,
  costCents: 1_500_000,
  keptCents: 1_000_000,
  issued: 10,
  courtesies: 0,
  inPerson: 0,
  arrived: 0,
}
const summary = {
  event: { id: EVENT_ID, name: 'Fiesta Lunar', startDate: null, state: 'active' },
  totals,
  taken: 10,
  sold: 10,
  capacity: 100,
  held: 0,
  noShows: null,
  byPromoters: totals,
  costsByType: [{ costType: 'Sonido', totalAmount: 15_000, count: 1 }],
}

const open = (answers: Answers) =>
  openScreen(paths.commercialEvent(EVENT_ID), {
    as: 'COMERCIAL',
    answers: {
      'GET /api/v1/event/categories': { categories: CATEGORIES },
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [LIST]: listed(cost(1, 'Sonido', 15_000)),
      [SUMMARY]: summary,
      ...answers,
    },
  })

test('costs are listed, and how many more tickets pay them is said', async () => {
  await open({})
  expect((await screen.findByRole('row', { name: /Sonido/ })).textContent).toContain('$15.000')
  expect(await screen.findByText('Faltan 5 entradas para cubrir los costos, a $1.000 que deja cada una.')).toBeTruthy()
  expect(screen.getByRole('figure', { name: 'Cuándo se cubren los costos' })).toBeTruthy()
  expect(screen.getByRole('figure', { name: 'Costos por tipo' })).toBeTruthy()
})

test('a cost is added in whole pesos', async () => {
  const { user, sent } = await open({
    [`POST /api/v1/comerciales/events/${EVENT_ID}/costs`]: () => json(201, cost(2, 'Luces', 4500)),
  })
  await screen.findByRole('row', { name: /Sonido/ })
  const [add] = screen.getAllByRole('button', { name: 'Cargar costo' })
  if (add) await user.click(add)
  const dialog = within(await screen.findByRole('dialog', { name: 'Cargar costo' }))
  await user.type(dialog.getByLabelText('De qué es'), 'Luces')
  await user.type(dialog.getByLabelText('Importe'), '4500')
  await user.click(dialog.getByRole('button', { name: 'Cargar' }))
  expect(await screen.findByText('Cargaste Luces')).toBeTruthy()
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ costType: 'Luces', amount: 4500 })
})

test('what another changed meanwhile is said, and saving again is on purpose', async () => {
  const bodies: unknown[] = []
  const { user } = await open({
    [`PUT /api/v1/comerciales/events/${EVENT_ID}/costs/${cost(1, '', 1).id}`]: ({
      body,
    }: {
      body: { version: number }
    }) => {
      bodies.push(body)
      const now = { ...cost(1, 'Sonido', 18_000), version: 2 }
      return body.version === 1
        ? json(409, {
            code: 'cost_changed',
            message: 'Otra persona cambió este costo mientras lo editabas',
            details: now,
          })
        : { ...now, amount: 20_000, version: 3 }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Editar Sonido' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sonido' }))
  const amount = dialog.getByLabelText<HTMLInputElement>('Importe')
  await user.clear(amount)
  await user.type(amount, '20000')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText(/ahora es Sonido, \$18\.000/)).toBeTruthy()
  expect(amount.value).toBe('20000')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Guardaste Sonido')).toBeTruthy()
  expect(bodies).toEqual([
    { costType: 'Sonido', amount: 20_000, version: 1 },
    { costType: 'Sonido', amount: 20_000, version: 2 },
  ])
})

test('an assignment that ended in the middle is said, and what was typed stays', async () => {
  const { user } = await open({
    [`POST /api/v1/comerciales/events/${EVENT_ID}/costs`]: () =>
      json(404, { code: 'event_not_found', message: 'No encontramos ese evento' }),
  })
  await screen.findByRole('row', { name: /Sonido/ })
  const [add] = screen.getAllByRole('button', { name: 'Cargar costo' })
  if (add) await user.click(add)
  const dialog = within(await screen.findByRole('dialog', { name: 'Cargar costo' }))
  const type = dialog.getByLabelText<HTMLInputElement>('De qué es')
  await user.type(type, 'Luces')
  await user.type(dialog.getByLabelText('Importe'), '4500')
  await user.click(dialog.getByRole('button', { name: 'Cargar' }))
  expect(await dialog.findByText(/Ya no te ocupás de este evento/)).toBeTruthy()
  expect(type.value).toBe('Luces')
})
