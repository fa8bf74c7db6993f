import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getPromoterPosition, PromoterBalance } from '#contract/events/commissions.ts'
import { paths } from '#contract/api/paths.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { eventPromoter, LAUTARO_ID, teamMember } from '#web/testing/people-fixtures.ts'
import { loginAnswer } from '#web/testing/people.ts'

vi.setConfig({ testTimeout: 30_000 })

const promoters = `/api/v1/events/${EVENT_ID}/promoters`
const read = `GET ${promoters}/${LAUTARO_ID}/settlements`
const settle = `POST ${promoters}/${LAUTARO_ID}/settle`
const position = (changes: Partial<PromoterBalance>): Answer<typeof getPromoterPosition> => ({
  promoter: { id: LAUTARO_ID, name: 'Lauti' },
  balance: { earnedCents: 0, confirmedCents: 0, paidCents: 0, owedCents: 0, cashCents: 0, ...changes },
  confirmsAt: '2026-11-24T05:00:00-03:00',
  settlements: [],
})
const member = teamMember({
  id: LAUTARO_ID,
  assignments: [{ kind: 'RRPP', canScan: false, assignedAt: '2026-11-01T20:00:00-03:00' }],
})
const open = (answers: Answers) =>
  openScreen(`${paths.eventTeam(EVENT_ID)}?liquidar=${LAUTARO_ID}`, {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET /api/v1/event/events/get-users-organization/${EVENT_ID}`]: {
        event: { id: EVENT_ID, name: 'Fiesta Lunar', startDate: null, isClosed: false },
        users: [member],
      },
      [`GET ${promoters}`]: page('promoters', [eventPromoter()]),
      ...answers,
    },
  })

test('all that is due goes the way of the larger side, and a refusal is said in the dialog', async () => {
  const message = 'Ese importe es más de lo que hay para liquidar, o va para el otro lado'
  const { user, sent } = await open({
    [read]: position({ earnedCents: 360_000, confirmedCents: 360_000, owedCents: 360_000, cashCents: 1_800_000 }),
    [settle]: () => json(409, { code: 'nothing_to_settle', message }),
  })
  await user.click(await screen.findByRole('button', { name: 'Recibir $14.400' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(sent.find(({ path }) => path.endsWith('/settle'))?.body).toEqual({
    receives: 'organizer',
    countedCents: 1_440_000,
  })
})

test('a part is whole pesos up to what is due', async () => {
  const { user } = await open({
    [read]: position({ earnedCents: 360_050, confirmedCents: 360_050, owedCents: 360_050 }),
  })
  expect(await screen.findByRole('button', { name: 'Pagar $3.601' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /Una parte/ }))
  await user.type(screen.getByLabelText('Plata contada'), '3601')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Liquidar' }))
  expect(await screen.findByText(/hasta \$3\.600/)).toBeTruthy()
})

test('the history has what was withdrawn too', async () => {
  const withdrawn = {
    id: '0197a1b2-0000-7000-8000-000000000001',
    state: 'withdrawn',
    commissionCents: 0,
    handedInCents: 1_800_000,
    countedCents: 1_800_000,
    createdAt: '2026-11-25T12:00:00-03:00',
    endedAt: '2026-11-25T13:00:00-03:00',
  } as const
  await open({ [read]: { ...position({ cashCents: 1_800_000 }), settlements: [withdrawn] } })
  const made = within(await screen.findByLabelText('Liquidaciones hechas'))
  expect(made.getByText('Retirada')).toBeTruthy()
  expect(made.queryByRole('button')).toBeNull()
})

test('before it is confirmed there is nothing to settle, and when it will be is said', async () => {
  await open({ [read]: position({ earnedCents: 360_000 }) })
  expect(await screen.findByText(/Se confirma el/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Pagar|Recibir)/ })).toBeNull()
})
