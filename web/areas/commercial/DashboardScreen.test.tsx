import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { dashboardEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'

const LIST = 'GET /api/v1/comerciales/events'
const DASHBOARD = 'GET /api/v1/comerciales/dashboard'
const figures = {
  events: 4,
  onSale: 3,
  needing: 2,
  sold: 231,
  paidCents: 415_800_00,
  needs: [
    { need: 'unpublished', events: 1 },
    { need: 'pace', events: 1 },
  ],
}
const open = (answers: Answers) =>
  openScreen(paths.commercial(), { as: 'COMERCIAL', answers: { [DASHBOARD]: figures, ...answers } })

test('each event says why it needs a person, and leads to itself', async () => {
  const slow = { ...dashboardEvent(), needs: ['pace', 'stock'], pace: { sold: 40, lastSold: 90 } }
  await open({ [LIST]: page('events', [slow]) })
  const link = await screen.findByRole('link', { name: 'Fiesta Lunar Rosario' })
  expect(link.getAttribute('href')).toBe(paths.commercialEvent(slow.id))
  expect(screen.getAllByText('40 vendidas; el anterior llevaba 90').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Precio sin lugares').length).toBeGreaterThan(1)
  const totals = await screen.findByLabelText('Tus eventos que vienen')
  expect(within(totals).getByText('231')).toBeTruthy()
  expect(within(totals).getByText('1 sin publicar · 1 vende menos')).toBeTruthy()
})

test('a commercial without events reads what comes', async () => {
  await open({ [LIST]: page('events', []) })
  expect(await screen.findByText('Todavía no tenés eventos asignados')).toBeTruthy()
})
