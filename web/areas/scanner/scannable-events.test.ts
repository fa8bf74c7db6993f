import { expect, test } from 'vitest'
import type { ScannerEvent } from '#contract/sales/scanning.ts'
import { scannableEvents } from './scannable-events.ts'

const event = (eventName: string, changes: Partial<ScannerEvent>): ScannerEvent => ({
  eventId: eventName,
  eventNumber: 1,
  eventName,
  eventDescription: '',
  eventDate: '2026-11-28',
  eventAddress: '',
  startDate: '2026-11-29T02:30:00.000Z',
  isActive: true,
  ...changes,
})
const names = (now: string, ...events: ScannerEvent[]) => scannableEvents(events, now).map(({ eventName }) => eventName)

test('an event stays until two days past its local date', () => {
  expect(names('2026-12-01T02:59:00.000Z', event('fiesta', {}))).toEqual(['fiesta'])
  expect(names('2026-12-01T03:00:01.000Z', event('fiesta', {}))).toEqual([])
})

test('inactive events are hidden, undated ones come last', () => {
  const list = [
    event('sin fecha', { eventDate: null, startDate: null }),
    event('pausado', { isActive: false }),
    event('fiesta', {}),
    event('antes', { startDate: '2026-11-28T02:30:00.000Z' }),
  ]
  expect(names('2026-11-27T12:00:00.000Z', ...list)).toEqual(['antes', 'fiesta', 'sin fecha'])
})
