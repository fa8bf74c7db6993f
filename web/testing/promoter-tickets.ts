/** A promoter's screen of tickets, with the answers that its tests begin from. */
import type { Answer } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import type { PromoterOptions } from '#contract/sales/box-office-promoters.ts'
import type { getPromoterTickets, PromoterTicket } from '#contract/sales/ticket-desk-promoters.ts'
import { json, type Answers } from '#web/testing/fake-server.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { EVENT_ID, GENERAL_ID, VIP_ID } from '#web/testing/organizer-fixtures.ts'
import { page } from '#web/testing/page.ts'
import { loginAnswer } from '#web/testing/people.ts'

export const CAMILA = '01990000-0000-7000-8000-00000000bbbb'
export const availability: PromoterOptions['courtesyAvailability'] = {
  rrppCourtesiesAvailable: 3,
  eventFreeTicketsAvailable: 100,
  eventCourtesiesRemaining: 60,
  eventCourtesyLimit: 100,
  placesToGive: 80,
  actualAvailableCourtesies: 3,
  canGenerateCourtesy: true,
  bound: 'promo',
  limitations: { hasRRPPLimit: true, hasEventLimit: false, noFreeTicketType: false },
}
export const options = (changes: Partial<PromoterOptions> = {}): PromoterOptions => ({
  promo: {
    remainingUses: 3,
    maxUses: 10,
    isActive: true,
    allowedTypes: null,
    closesAt: null,
    isListClosed: false,
    canSellInPerson: true,
    debtLimitCents: 5_000_000,
    commission: null,
  },
  ticketTypes: [
    { id: GENERAL_ID, name: 'General', price: 18_000, visibility: 'visible', available: 50, isSold: true },
    { id: VIP_ID, name: 'Lista', price: 0, visibility: 'courtesy', available: 80, isSold: false },
  ],
  courtesyAvailability: availability,
  debtCents: 0,
  cashLeftCents: 5_000_000,
  closed: null,
  ...changes,
})
export const ticket = (changes: Partial<PromoterTicket> = {}): PromoterTicket => ({
  id: '01990000-0000-7000-8000-000000000001',
  state: 'valid',
  kind: 'courtesy',
  how: 'issued',
  type: { id: VIP_ID, name: 'Lista' },
  event: { id: EVENT_ID, name: 'Fiesta Lunar' },
  price: 0,
  person: { name: 'Camila F.', phone: '+54 9 341 ****-0101', mail: null },
  promoterId: CAMILA,
  isWithFirst: true,
  delivery: 'read',
  createdAt: '2030-11-20T20:00:00Z',
  usedAt: null,
  ...changes,
})
export const listed = (tickets: PromoterTicket[]): Answer<typeof getPromoterTickets> => ({
  ...page('tickets', tickets),
  summary: [{ courtesies: 1, sold: 2, referred: 3, admitted: 4 }],
  promo: options().promo,
  ticketTypes: options().ticketTypes,
  courtesyAvailability: availability,
})
export const made = (changes: Partial<IssuedTickets> = {}): IssuedTickets => ({
  kind: 'courtesy',
  ticketIds: ['01990000-0000-7000-8000-000000000002'],
  type: { id: VIP_ID, name: 'Lista' },
  quantity: 1,
  amount: 0,
  sentTo: [{ channel: 'whatsapp', to: '+54 9 341 ****-0101' }],
  courtesyAvailability: availability,
  ...changes,
})
export const camila = { id: CAMILA, username: 'Camila F.', name: 'Camila F.', phone: '+54 9 341 ****-0101', mail: null }

export const GENERATE = 'POST /api/v1/ticket/dashboard/rrpp/generate-ticket'
export const PEOPLE = 'GET /api/v1/user/dashboard/rrpp'
export const SEARCH = 'GET /api/v1/user/search-for-rrpp'
export const OPTIONS = `GET /api/v1/ticket/dashboard/rrpp/get-promo-by-rrpp/${EVENT_ID}`
export const open = (answers: Answers = {}, query = '') =>
  openScreen(`${paths.promoterTickets(EVENT_ID)}${query}`, {
    as: loginAnswer('RRPP'),
    answers: {
      'GET /api/v1/ticket/dashboard/rrpp': listed([
        ticket(),
        ticket({
          id: '01990000-0000-7000-8000-000000000003',
          how: 'referred',
          kind: 'paid',
          price: 18_000,
          delivery: null,
        }),
      ]),
      [OPTIONS]: options(),
      [PEOPLE]: page('users', [{ ...camila, tickets: 1, admitted: 0, lastAt: '2030-11-20T20:00:00Z' }]),
      [SEARCH]: { users: [] },
      [GENERATE]: json(201, made()),
      ...answers,
    },
  })
export const bodies = (sent: readonly { method: string; path: string; body?: unknown }[]) =>
  sent.filter(({ method, path }) => method === 'POST' && path.includes('generate')).map(({ body }) => body)
