import { expect, test } from 'vitest'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { nextStep } from './event-next.ts'
import { managedEvent, managedType } from '#web/testing/organizer-fixtures.ts'

const flyer = { id: 'a', width: 1, height: 1 }

test.each<[string, Partial<ManagedEvent>, string, string | null]>([
  [
    'a draft without anything',
    { startDate: null, ticketTypes: [] },
    'Le falta la fecha, las entradas y el flyer',
    'edit',
  ],
  ['a draft without a flyer', {}, 'Le falta el flyer', 'edit'],
  ['a whole draft', { flyer }, 'Listo para publicar', 'publish'],
  [
    'a complete draft without a payment account',
    { flyer, canSellPaid: false },
    'Falta conectar Mercado Pago',
    'payments',
  ],
  [
    'a free one without an account',
    { flyer, canSellPaid: false, ticketTypes: [managedType({ price: 0 })] },
    'Listo para publicar',
    'publish',
  ],
  ['one that sells', { state: 'active' }, 'Está a la venta', 'share'],
  [
    'one whose company lost its account',
    { state: 'active', canSellPaid: false },
    'No vende entradas pagas',
    'payments',
  ],
  [
    'a whole draft of a company whose refunds wait for balance',
    { flyer, canSellPaid: false, areSalesStopped: true },
    'La venta paga está cerrada',
    'refunds',
  ],
  [
    'one whose company’s refunds wait for balance',
    { state: 'active', canSellPaid: false, areSalesStopped: true },
    'La venta paga está cerrada',
    'refunds',
  ],
  [
    'one whose sale opens',
    {
      state: 'active',
      ticketTypes: [managedType({ availability: 'soon', saleStartsAt: '2030-11-01T10:00:00-03:00' })],
    },
    'La venta abre el vie 1 nov, 10:00',
    'share',
  ],
  [
    'one that sold out',
    { state: 'active', ticketTypes: [managedType({ availability: 'soldOut' })] },
    'No queda nada a la venta',
    'edit',
  ],
  ['one that is paused', { state: 'inactive' }, 'Está pausado', 'publish'],
  ['one that is over', { state: 'active', isExpired: true }, 'Ya pasó', null],
  ['one that was cancelled', { state: 'cancelled' }, 'Se canceló', null],
])('%s', (_, changes, title, leadsTo) => {
  expect(nextStep(managedEvent(changes), true)).toMatchObject({ title, leadsTo })
})

test('who may not edit is led nowhere', () => {
  expect(nextStep(managedEvent(), false).leadsTo).toBeNull()
})
