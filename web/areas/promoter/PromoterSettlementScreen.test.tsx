import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Answer } from '#contract/api/endpoint.ts'
import type { listOwnSettlements, PromoterBalance, PromoterSettlement } from '#contract/events/commissions.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { EVENT_ID } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'

const read = 'GET /api/v1/rrpp/settlement'
const SETTLEMENT_ID = '0197a1b2-0000-7000-8000-000000000001'
const balance: PromoterBalance = {
  earnedCents: 360_000,
  confirmedCents: 360_000,
  paidCents: 0,
  owedCents: 360_000,
  cashCents: 1_800_000,
}
const proposed: PromoterSettlement = {
  id: SETTLEMENT_ID,
  state: 'proposed',
  commissionCents: 360_000,
  handedInCents: 1_800_000,
  countedCents: 1_440_000,
  createdAt: '2026-11-25T12:00:00-03:00',
  endedAt: null,
}
const of = (settlements: readonly PromoterSettlement[]): Answer<typeof listOwnSettlements> => ({
  ...page('events', [
    {
      id: EVENT_ID,
      name: 'Fiesta Lunar',
      companyName: 'Club Central',
      startDate: '2026-11-21T23:30:00-03:00',
      balance,
      confirmsAt: '2026-11-24T05:00:00-03:00',
      settlements: [...settlements],
      confirmedSettlements: settlements.filter(({ state }) => state === 'confirmed').length,
    },
  ]),
  totals: balance,
  waiting: settlements
    .filter(({ state }) => state === 'proposed')
    .map((each) => ({ ...each, eventName: 'Fiesta Lunar', companyName: 'Club Central' })),
})
const open = (answers: Answers) => openScreen('/rrpp/liquidacion', { as: 'RRPP', answers })

test('what was earned, is owed and is held in cash, in all and by event', async () => {
  await open({ [read]: of([]) })
  const totals = within(await screen.findByLabelText('En todos tus eventos'))
  expect(totals.getByText('$18.000')).toBeTruthy()
  const row = within(screen.getByRole('row', { name: /Fiesta Lunar/ }))
  expect(row.getByText('Confirmada')).toBeTruthy()
  expect(row.getAllByText('$3.600')).toHaveLength(2)
})

test('a settlement that waits says which way the money goes, and is confirmed after a question', async () => {
  const confirm = `POST /api/v1/rrpp/settlements/${SETTLEMENT_ID}/confirm`
  const { user, sent } = await open({ [read]: of([proposed]), [confirm]: { ...proposed, state: 'confirmed' } })
  const waiting = within(await screen.findByLabelText('Liquidaciones por confirmar'))
  expect(waiting.getByText(/Entregás \$14\.400/)).toBeTruthy()
  expect(waiting.getByText(/\$3\.600 de comisión · \$18\.000 de efectivo rendido/)).toBeTruthy()
  await user.click(waiting.getByRole('button', { name: 'Confirmar' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Confirmar' }))
  await screen.findByText('Liquidación confirmada')
  expect(sent.some(({ path }) => path.endsWith('/confirm'))).toBe(true)
})

test('what was withdrawn stays in the history, without a receipt; what waits of an event out of sight is there', async () => {
  const withdrawn = { ...proposed, state: 'withdrawn', endedAt: '2026-11-25T13:00:00-03:00' } as const
  const elsewhere = { ...proposed, eventName: 'Noche de Ñandúes', companyName: 'Club Central' }
  await open({ [read]: { ...of([withdrawn]), waiting: [elsewhere] } })
  const earlier = within(await screen.findByLabelText('Liquidaciones anteriores'))
  expect(earlier.getByText('Retirada')).toBeTruthy()
  expect(earlier.queryByRole('button')).toBeNull()
  const waiting = within(screen.getByLabelText('Liquidaciones por confirmar'))
  expect(waiting.getByText(/Noche de Ñandúes/)).toBeTruthy()
})

test('to a promoter it is a screen among their own; to who is none any more, among what is theirs', async () => {
  await open({ [read]: of([]) })
  await screen.findByRole('table')
  expect(within(screen.getByRole('navigation', { name: 'RRPP' })).getByRole('link', { name: 'Eventos' })).toBeTruthy()
  cleanup()
  await openScreen('/rrpp/liquidacion', { as: 'CLIENT', answers: { [read]: of([]) } })
  await screen.findByRole('table')
  expect(screen.queryByRole('navigation', { name: 'RRPP' })).toBeNull()
})

test('figures that changed are said in the question', async () => {
  const message = 'Las cuentas cambiaron desde que se armó esta liquidación.'
  const { user } = await open({
    [read]: of([proposed]),
    [`POST /api/v1/rrpp/settlements/${SETTLEMENT_ID}/confirm`]: () =>
      json(409, { code: 'settlement_changed', message }),
  })
  await user.click(await screen.findByRole('button', { name: 'Confirmar' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Confirmar' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(message)
})

test('who sold nothing reads what will stand here', async () => {
  const none = { earnedCents: 0, confirmedCents: 0, paidCents: 0, owedCents: 0, cashCents: 0 }
  await open({ [read]: { ...page('events', []), totals: none, waiting: [] } })
  expect(await screen.findByText('Todavía no hay nada para liquidar')).toBeTruthy()
})
