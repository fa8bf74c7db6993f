import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import type { EventSale } from '#contract/sales/event-sales.ts'
import type { EventFigures } from '#contract/events/metrics.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { COMPANY, EVENT_ID, managedEvent } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

const sale: EventSale = {
  id: '01990000-0000-7000-8000-0000000000f1',
  orderNumber: '7KQ29XMB',
  buyer: { name: 'Camila Ferreyra', mail: 'camila@previa.example', phone: null },
  types: [{ name: 'General', quantity: 2 }],
  drinks: [{ name: 'Fernet con cola', quantity: 3 }],
  tickets: 2,
  paid: 39_600,
  refunded: 5000,
  state: 'partially_refunded',
  promoterName: null,
  discountCode: null,
  paidAt: '2026-11-20T21:40:00-03:00',
}
const totals: EventFigures = {
  discountCents: 0,
  issued: 2,
  courtesies: 0,
  inPerson: 0,
  arrived: 0,
  sales: 1,
  tickets: 2,
  paidCents: 3_960_000,
  refundedCents: 500_000,
  platformCents: 360_000,
  providerCents: 140_000,
  commissionCents: 0,
  costCents: 0,
  keptCents: 2_960_000,
}

test('the money first, then each purchase with what was paid and went back', async () => {
  await openScreen(paths.eventSales(EVENT_ID), {
    as: loginAnswer('ORGANIZATOR', { companyId: COMPANY.id }),
    answers: {
      [`GET /api/v1/event/${EVENT_ID}/manage`]: managedEvent({ state: 'active' }),
      [`GET /api/v1/events/${EVENT_ID}/sales`]: page('sales', [sale]),
      [`GET /api/v1/metrics/admin/summary/${EVENT_ID}`]: {
        event: { id: EVENT_ID, name: 'Fiesta Lunar Rosario', startDate: null, state: 'active' },
        totals,
        taken: 2,
        sold: 2,
        capacity: 100,
        held: 0,
        noShows: null,
        byPromoters: totals,
        costsByType: [],
      },
      [`GET /api/v1/metrics/admin/event-sales/${EVENT_ID}`]: {
        days: [{ day: '2026-11-20', ...totals }],
        months: [],
        endsOn: '2026-11-21',
      },
    },
  })
  const money = within(await screen.findByLabelText('La plata en números'))
  for (const text of ['$39.600', 'y $5.000 devueltos', '$29.600']) expect(money.getByText(text)).toBeTruthy()
  const line = within(await screen.findByRole('row', { name: /Camila Ferreyra/ }))
  for (const text of [
    '2 × General',
    '3 × Fernet con cola',
    '7KQ2 9XMB',
    'Devuelta en parte',
    '$39.600',
    '$5.000 devueltos',
  ])
    expect(line.getByText(text)).toBeTruthy()
})
