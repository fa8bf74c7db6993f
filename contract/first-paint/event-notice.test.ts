import { expect, test } from 'vitest'
import { eventNotice, isOn } from './event-notice.ts'

const open = {
  state: 'active',
  isExpired: false,
  isPrivate: false,
  availability: 'available',
} as const

test.each([
  [open, null],
  [{ ...open, availability: 'last' }, 'Últimas entradas'],
  [{ ...open, availability: 'soldOut' }, 'Agotado'],
  [{ ...open, availability: 'soon' }, 'Próximamente'],
  [{ ...open, availability: 'closed' }, 'Sin venta por ahora'],
  [{ ...open, isPrivate: true, availability: 'soldOut' }, 'Privado'],
  [{ ...open, isExpired: true, availability: 'soldOut' }, 'Finalizado'],
  [{ ...open, state: 'success' }, 'Finalizado'],
  [{ ...open, state: 'cancelled', isExpired: true }, 'Cancelado'],
] as const)('%o says %s', (event, text) => {
  expect(eventNotice(event)?.text ?? null).toBe(text)
})

test.each([
  ['2026-11-29T02:29:59.000Z', {}, false],
  ['2026-11-29T02:30:00.000Z', {}, true],
  ['2026-11-29T06:20:00.000Z', {}, true],
  ['2026-11-29T06:20:00.000Z', { isExpired: true }, false],
  ['2026-11-29T06:20:00.000Z', { state: 'cancelled' }, false],
  ['2026-11-29T06:20:00.000Z', { startDate: null }, false],
] as const)('at %s an event with %o is on: %s', (now, changes, expected) => {
  expect(isOn({ ...open, startDate: '2026-11-28T23:30:00-03:00', ...changes }, now)).toBe(expected)
})
