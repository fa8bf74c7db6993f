import { expect, test } from 'vitest'
import { calendarUrl, mapUrl } from './event-links.ts'

const event = {
  name: 'Peña & río',
  adress: 'Av. del Valle 2700',
  Location: { name: 'Salón Paraná', city: 'Rosario', province: 'Santa Fe', lat: null, lng: null },
  startDate: '2026-11-28T23:30:00-03:00',
  endDate: '2026-11-29T06:00:00-03:00',
}

test('a place without coordinates is searched by its address', () => {
  expect(decodeURIComponent(mapUrl(event))).toContain('Salón Paraná, Av. del Valle 2700, Rosario')
  expect(mapUrl({ ...event, Location: { ...event.Location, lat: -32.9, lng: -60.6 } })).toContain('-32.9%2C-60.6')
})

test('the calendar gets UTC instants', () => {
  expect(new URL(calendarUrl(event) ?? '').searchParams.get('dates')).toBe('20261129T023000Z/20261129T090000Z')
  expect(calendarUrl({ ...event, startDate: null })).toBeNull()
})
