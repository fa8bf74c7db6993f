import { expect, test } from 'vitest'
import { mayOf } from '#web/shell/session/may.ts'
import { person } from '#web/testing/people.ts'
import { actedFromEditor, actsOf, actWords } from './event-acts.ts'
import { stateBadge } from '#web/features/events/event-state.ts'
import { managedEvent, managedType } from '#web/testing/organizer-fixtures.ts'

const organizer = person('ORGANIZATOR')

test.each([
  ['pending', false, ['publish', 'duplicate']],
  ['inactive', false, ['publish', 'duplicate', 'cancel']],
  ['inactive', true, ['duplicate', 'cancel']],
  ['active', false, ['deactivate', 'closeSales', 'duplicate', 'cancel']],
  ['success', true, ['duplicate']],
  ['cancelled', false, ['duplicate']],
] as const)('an organizer may with a %s event (over: %s) %s', (state, isExpired, acts) => {
  expect(actsOf({ state, isExpired, isSaleClosed: false }, mayOf(organizer))).toEqual(acts)
})

test('a sale that was cut is opened from the same place', () => {
  expect(actsOf({ state: 'active', isExpired: false, isSaleClosed: true }, mayOf(organizer))).toContain('openSales')
})

test('a commercial acts and does not edit; an admin only looks; legal only looks', () => {
  const draft = { state: 'pending', isExpired: false, isSaleClosed: false } as const
  expect([mayOf(person('COMERCIAL')).edit, actsOf(draft, mayOf(person('COMERCIAL')))]).toEqual([false, ['publish']])
  expect([mayOf(person('admin')).edit, actsOf(draft, mayOf(person('admin')))]).toEqual([false, []])
  expect(mayOf(person('GOD_ADMIN')).edit).toBe(true)
  expect(actsOf(draft, mayOf(person('GOD_ADMIN', { permission: 'legal' })))).toEqual([])
  const legalOfCompany = person('GOD_ADMIN', { permission: 'legal', roles: ['GOD_ADMIN', 'ORGANIZATOR', 'COMERCIAL'] })
  expect([mayOf(legalOfCompany).edit, actsOf(draft, mayOf(legalOfCompany))]).toEqual([false, []])
})

test.each([
  ['ORGANIZATOR', 'owner', [true, true, true, true]],
  ['ORGANIZATOR', 'manager', [true, true, true, false]],
  ['ORGANIZATOR', 'finance', [false, false, true, false]],
  ['COMERCIAL', null, [false, true, false, false]],
  ['GOD_ADMIN', null, [true, true, true, true]],
  ['admin', null, [false, false, false, false]],
] as const)('%s who is %s edits, sells, gives back, and gives everything back: %j', (role, companyRole, may) => {
  const { edit, sell, refund, refundAll } = mayOf(person(role, { companyRole }))
  expect([edit, sell, refund, refundAll]).toEqual(may)
})

test('finance people act on no event, as the server would refuse', () => {
  expect(
    actsOf(
      { state: 'active', isExpired: false, isSaleClosed: false },
      mayOf(person('ORGANIZATOR', { companyRole: 'finance' })),
    ),
  ).toEqual([])
})

test('pausing says what becomes of the tickets that were sold', () => {
  const acted = { id: 'x', name: 'Fiesta', capacity: 10, isPrivate: false }
  expect(actWords('deactivate', { ...acted, sold: 1208 }).text).toBe(
    'Deja de venderse y de verse. Las 1.208 entradas vendidas se conservan, pero la puerta no deja pasar a nadie mientras esté pausado. Podés volver a publicarlo cuando quieras.',
  )
  expect(actWords('deactivate', { ...acted, sold: 1 }).text).toContain('La entrada vendida se conserva')
  expect(actWords('deactivate', { ...acted, sold: 0 }).text).not.toContain('vendida')
})

test('publishing says how many places go on sale, and to whom', () => {
  const event = managedEvent({ ticketTypes: [managedType({ capacity: 100 }), managedType({ capacity: 50 })] })
  expect(actWords('publish', actedFromEditor(event)).text).toBe(
    'Se abre la venta de 150 lugares y su página queda a la vista de todos.',
  )
  expect(actWords('publish', actedFromEditor({ ...event, capacity: 1, isPrivate: true })).text).toBe(
    'Se abre la venta de 1 lugar. Como es privado, solo lo ven sus invitados.',
  )
})

test('a published event that is over reads as finished', () => {
  expect(stateBadge({ state: 'active', isExpired: true }).one).toBe('Finalizado')
  expect(stateBadge({ state: 'cancelled', isExpired: true }).one).toBe('Cancelado')
})
