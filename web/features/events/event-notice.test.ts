import { expect, test } from 'vitest'
import { eventNotice } from './event-notice.ts'

const open = {
  state: 'active',
  isExpired: false,
  isPrivate: false,
  availability: 'available',
  priceTo: 18_000,
} as const

test.each([
  [open, null],
  [{ ...open, availability: 'last' }, 'Últimas entradas'],
  [{ ...open, availability: 'soldOut' }, 'Agotado'],
  [{ ...open, availability: 'soon' }, 'Próximamente'],
  [{ ...open, priceTo: 0 }, 'Gratis'],
  [{ ...open, availability: 'closed', priceTo: 0 }, 'Sin venta por ahora'],
  [{ ...open, isPrivate: true, availability: 'soldOut' }, 'Privado'],
  [{ ...open, isExpired: true, availability: 'soldOut' }, 'Finalizado'],
  [{ ...open, state: 'success' }, 'Finalizado'],
  [{ ...open, state: 'cancelled', isExpired: true }, 'Cancelado'],
] as const)('%o says %s', (event, text) => {
  expect(eventNotice(event)?.text ?? null).toBe(text)
})
