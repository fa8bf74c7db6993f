import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import { eventPage } from '#web/testing/events.ts'

const LIST = 'GET /api/v1/event/dashboard/rrpp'
const brought = { tickets: 231, courtesies: 12, arrived: 40 }
const money = { earnedCents: 41_580_000, confirmedCents: 0, owedCents: 0, cashCents: 7_200_000 }
const open = (answers: Answers) => openScreen(paths.promoterEvents(), { as: 'RRPP', answers })

test('what was brought, what is owed and what is due stand above the events', async () => {
  const events = [{ ...eventPage(), ...brought, ...money }]
  await open({ [LIST]: { ...page('events', events), totals: { ...brought, ...money } } })
  const sums = await screen.findByLabelText('En todos tus eventos')
  expect(within(sums).getByText('231')).toBeTruthy()
  expect(within(sums).getByText('12 cortesías · 40 entraron')).toBeTruthy()
  expect(within(sums).getByText('y $415.800 por confirmar')).toBeTruthy()
  expect(within(sums).getByText('$72.000')).toBeTruthy()
})

test('who sells nothing yet reads what comes', async () => {
  const nothing = {
    tickets: 0,
    courtesies: 0,
    arrived: 0,
    earnedCents: 0,
    confirmedCents: 0,
    owedCents: 0,
    cashCents: 0,
  }
  await open({ [LIST]: { ...page('events', []), totals: nothing } })
  expect(await screen.findByText('Todavía no vendés ningún evento')).toBeTruthy()
})
