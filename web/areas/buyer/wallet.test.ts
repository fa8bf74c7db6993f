import { expect, test } from 'vitest'
import type { Ticket } from '#contract/sales/tickets.ts'
import { toNight } from '#contract/values/dates.ts'
import { ticket } from '#web/testing/tickets.ts'
import { byEvent, dayAndHour, newsOf, ticketsWords, walletOf } from './wallet.ts'

/** A ticket of an event that starts then, in Buenos Aires. */
function at(start: string | null, changes: Partial<Ticket> = {}, state = 'active'): Ticket {
  const startDate = start && new Date(`${start}:00-03:00`).toISOString()
  return { ...ticket, ...changes, event: { ...ticket.event, id: `noche ${start}`, name: `${start}`, state, startDate } }
}
const nightAt = (moment: string) => toNight(new Date(`${moment}:00-03:00`).toISOString())

test.each([
  // Now; what is first; whether it is tonight.
  ['2026-11-28T20:00', ['2026-11-28T23:30', '2026-11-29T02:00'], true],
  ['2026-11-29T03:00', ['2026-11-28T23:30', '2026-11-29T02:00'], true],
  ['2026-11-29T05:59', ['2026-11-28T23:30', '2026-11-29T02:00'], true],
  // Not over yet in the morning: still at hand.
  ['2026-11-29T06:00', ['2026-11-28T23:30', '2026-11-29T02:00'], true],
  ['2026-11-27T20:00', ['2026-11-28T23:30'], false],
])('at %s the stubs are %o', (now, expected, isTonight) => {
  const nights = byEvent([at('2026-11-28T23:30'), at('2026-11-29T02:00'), at('2026-12-05T23:00'), at(null)])
  const wallet = walletOf(nights, nightAt(now))
  expect(wallet.first.map(({ event }) => event.name)).toEqual(expected)
  expect(wallet.isTonight).toBe(isTonight)
  expect([...wallet.first, ...wallet.later]).toHaveLength(4)
})

test('a cancelled night and returned tickets are news; others are not', () => {
  const tickets = [
    at('2026-11-28T23:30', {}, 'cancelled'),
    at('2026-12-05T23:00', { state: 'refunded' }),
    at('2026-12-05T23:00', { state: 'refunded' }),
    at('2026-12-05T23:00'),
    at('2026-12-06T23:00', { state: 'refunded' }),
    at('2026-12-07T23:00', { state: 'used' }),
  ]
  expect(newsOf(tickets).map(({ text }) => text)).toEqual([
    'El evento se canceló: ya no abre la puerta. Si pagaste, te devuelven todo, con el cargo por servicio.',
    'Estas 2 entradas se devolvieron.',
    'Esta entrada se devolvió.',
  ])
})

test('a row counts its tickets, and says when all were returned', () => {
  const words = (...tickets: Ticket[]) => ticketsWords(byEvent(tickets)[0] ?? { event: ticket.event, tickets: [] })
  expect(words(at('2026-12-05T23:00'))).toBe('1 entrada')
  expect(words(at('2026-12-05T23:00'), at('2026-12-05T23:00', { state: 'refunded' }))).toBe('2 entradas')
  expect(words(at('2026-12-05T23:00', { state: 'refunded' }))).toBe('1 devuelta')
})

test('a stub says «Hoy» until six in the morning', () => {
  const { event } = at('2026-11-29T02:00')
  expect(dayAndHour(event, nightAt('2026-11-28T22:00'))).toEqual({ day: 'Hoy', hour: '02:00' })
  expect(dayAndHour(event, nightAt('2026-11-29T05:59')).day).toBe('Hoy')
  expect(dayAndHour(event, nightAt('2026-11-27T22:00')).day).toBe('Dom 29 nov')
})
