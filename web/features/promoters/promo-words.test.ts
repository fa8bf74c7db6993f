import { expect, test } from 'vitest'
import { boundWords, commissionWords, courtesyWords, limitWords, promoStateOf } from './promo-words.ts'

test.each([
  [null, 'Sin comisión'],
  [{ percent: 12.5, fixedCents: null, earnedOn: 'sale' }, '12,5 % de lo que vende'],
  [{ percent: 10, fixedCents: null, earnedOn: 'arrival' }, '10 % de lo que ingresa'],
  [{ percent: null, fixedCents: 50_000, earnedOn: 'sale' }, '$500 por entrada que vende'],
  [{ percent: null, fixedCents: 50_000, earnedOn: 'arrival' }, '$500 por entrada que ingresa'],
] as const)('commission %o reads «%s»', (commission, words) => {
  expect(commissionWords(commission)).toBe(words)
  expect(commissionWords(commission, 'promoter')).toBe(words.replace('vende', 'vendés'))
})

test('courtesies and what narrows them', () => {
  expect(courtesyWords({ maxUses: 0 }, 0)).toBe('Ninguna')
  expect(courtesyWords({ maxUses: 0 }, 3)).toBe('3 dadas de 0')
  expect(courtesyWords({ maxUses: 1500 }, 12)).toBe('12 dadas de 1.500')
  expect(limitWords({ allowedTypes: null, closesAt: null })).toBe('')
  expect(limitWords({ allowedTypes: [{ id: 'a', name: 'VIP' }], closesAt: '2026-11-29T01:00:00-03:00' })).toBe(
    'VIP · hasta el dom 29 nov, 01:00',
  )
  expect(limitWords({ allowedTypes: [], closesAt: null })).toBe('De ningún tipo que quede')
})

test.each([
  [5, 6, 7, 'promo', null],
  [10, 6, 7, 'event', 'Al evento le quedan 6 cortesías para dar.'],
  [10, 0, 7, 'event', 'Ya se dieron todas las cortesías que admite el evento.'],
  [10, 9, 1, 'stock', 'Para dar queda 1 lugar.'],
  [10, 9, 0, 'stock', 'No quedan lugares para dar.'],
] as const)('%i of one’s own, %i of the event, %i places', (own, ofEvent, places, bound, words) => {
  const left = {
    rrppCourtesiesAvailable: own,
    eventFreeTicketsAvailable: 100,
    eventCourtesiesRemaining: ofEvent,
    eventCourtesyLimit: 100,
    placesToGive: places,
    actualAvailableCourtesies: Math.min(own, ofEvent, places),
    canGenerateCourtesy: true,
    bound,
    limitations: { hasRRPPLimit: bound === 'promo', hasEventLimit: bound === 'event', noFreeTicketType: false },
  }
  expect(boundWords(left)).toBe(words)
})

test('a part is paused before it is closed, and closed only where something could be given', () => {
  const promo = { isActive: true, isListClosed: true, maxUses: 5, canSellInPerson: false }
  expect(promoStateOf({ ...promo, isActive: false })).toBe('paused')
  expect(promoStateOf(promo)).toBe('closed')
  expect(promoStateOf({ ...promo, maxUses: 0 })).toBe('none')
  expect(promoStateOf({ ...promo, isListClosed: false })).toBe('open')
})
