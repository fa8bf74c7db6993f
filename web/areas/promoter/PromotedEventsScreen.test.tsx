import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'

const LIST = 'GET /api/v1/event/dashboard/rrpp'
const totals = {
  tickets: 231,
  courtesies: 12,
  arrived: 40,
  earnedCents: 41_580_000,
  owedCents: 41_580_000,
  cashCents: 7_200_000,
}
const open = (answers: Answers) => openScreen(paths.promoterEvents(), { as: 'RRPP', answers })

test('what was brought, what is owed and what is due stand above the events; nothing yet says what comes', async () => {
  await open({ [LIST]: { ...page('events', []), totals } })
  expect(await screen.findByText('Todavía no vendés ningún evento')).toBeTruthy()
})

test('a session that ended says so, and leads to the way in', async () => {
  await open({ [LIST]: () => json(401, { code: 'session_expired', message: 'Tu sesión expiró, vuelve a iniciar' }) })
  expect(await screen.findByText('Sesión expirada. Por favor, inicia sesión nuevamente.')).toBeTruthy()
})
