import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { getReferralMetrics } from '#contract/promoters/promoter-desk.ts'
import { queryClient } from '#web/api/query.ts'
import { currentSession } from '#web/api/session.ts'
import { eventPage } from '#web/testing/events.ts'
import { json } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { EVENT_ID } from '#web/testing/organizer-fixtures.ts'
import { LAUTARO_ID, promo } from '#web/testing/people-fixtures.ts'

type Referral = Answer<typeof getReferralMetrics>

const referral = (left: Partial<Referral['courtesyAvailability']>): Referral => ({
  referralCode: 'LAUTI77',
  referralUrl: 'https://previa.example/evento/fiesta-lunar?rrpp=LAUTI77',
  user: { id: LAUTARO_ID, name: 'Lautaro Paz' },
  event: eventPage(),
  promo: promo({ maxUses: 50, remainingUses: 38 }),
  courtesyAvailability: {
    rrppCourtesiesAvailable: 38,
    eventFreeTicketsAvailable: 100,
    eventCourtesiesRemaining: 60,
    eventCourtesyLimit: 100,
    placesToGive: 80,
    actualAvailableCourtesies: 38,
    canGenerateCourtesy: true,
    bound: 'promo',
    limitations: { hasRRPPLimit: true, hasEventLimit: false, noFreeTicketType: false },
    ...left,
  },
  metrics: {
    visits: 12,
    orders: 3,
    tickets: 7,
    bought: 5,
    courtesies: 2,
    inPerson: 0,
    arrived: 0,
    noShows: null,
    grossCents: 0,
    refundedCents: 0,
    netCents: 0,
    earnedCents: 0,
    confirmedCents: 0,
    paidCents: 0,
    owedCents: 0,
    cashCents: 0,
    confirmsAt: null,
  },
})
const open = (left: Partial<Referral['courtesyAvailability']>) =>
  openScreen(paths.promoterEvent(EVENT_ID), {
    as: 'RRPP',
    answers: { [`GET /api/v1/user/rrpp-referral-metrics/${EVENT_ID}`]: referral(left) },
  })

test('one’s own courtesies are said alone while they are the smallest limit', async () => {
  await open({})
  const part = within(await screen.findByRole('region', { name: 'Te quedan 38 cortesías' }))
  expect(part.queryByText(/Al evento|Para dar/)).toBeNull()
})

test.each([
  [{ bound: 'event', eventCourtesiesRemaining: 3 }, 'Al evento le quedan 3 cortesías para dar.'],
  [{ bound: 'stock', placesToGive: 1 }, 'Para dar queda 1 lugar.'],
] as const)('another limit that binds is said beneath: %j', async (left, words) => {
  await open(left)
  const part = within(await screen.findByRole('region', { name: 'Te quedan 38 cortesías' }))
  expect(part.getByText(words)).toBeTruthy()
})

test('at the event’s limit that is what is said, and nothing looks open', async () => {
  await open({ bound: 'event', eventCourtesiesRemaining: 0, actualAvailableCourtesies: 0, canGenerateCourtesy: false })
  const name = 'Ya se dieron todas las cortesías que admite el evento'
  const part = within(await screen.findByRole('region', { name }))
  expect(part.getByText('De las tuyas te quedan 38, que por ahora no podés dar.')).toBeTruthy()
  expect(part.queryByText('Activo')).toBeNull()
})

test('a promoter who is taken off their last event reads it, is asked who they are, and stays signed in', async () => {
  let isTakenOff = false
  const { sent } = await openScreen(paths.promoterEvent(EVENT_ID), {
    as: 'RRPP',
    answers: {
      [`GET /api/v1/user/rrpp-referral-metrics/${EVENT_ID}`]: () =>
        isTakenOff ? json(403, { code: 'forbidden', message: 'Volvé a iniciar sesión.' }) : referral({}),
    },
  })
  await screen.findByText('LAUTI77')
  const asked = () => sent.filter(({ path }) => path === '/api/v1/user/profile').length
  const before = asked()
  isTakenOff = true
  await queryClient.refetchQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).includes('rrpp-referral-metrics'),
  })
  expect(await screen.findByText(/Ya no sos RRPP de este evento/)).toBeTruthy()
  expect(currentSession()).not.toBeNull()
  await waitFor(() => expect(asked()).toBe(before + 1))
})
