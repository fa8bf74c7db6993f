import { expect, test } from 'vitest'
import { searchOf } from './linked-codes.ts'

const event = { id: '019a9d3e-0000-7000-8000-000000000000', slug: 'fiesta-lunar-rosario-7', number: 7 }
const own = (path: string) => location.origin + path

test.each([
  [own('/evento/fiesta-lunar-rosario-7?rrpp=lucia&codigo=LUNAR10'), 'rrpp=lucia&codigo=LUNAR10'],
  [own(`/evento/${event.id}?rrpp=lucia`), 'rrpp=lucia'],
  [own('/evento/7'), ''],
  [own('/evento/fiesta-lunar-rosario-7?rrpp=lucia).&codigo=NOCHE-20…'), 'rrpp=lucia&codigo=NOCHE-20'],
  [own('/evento/fiesta-lunar-rosario-7).'), ''],
  // Another event, another screen, another site, none.
  [own('/evento/otra-rosario-8?rrpp=lucia'), undefined],
  [own('/eventos?rrpp=lucia'), undefined],
  ['https://otro.example/evento/7?rrpp=lucia', undefined],
  ['', undefined],
])('the codes of %s', (address, codes) => {
  expect(searchOf(address, event)?.toString()).toBe(codes)
})

test('an event without a slug is not any page', () => {
  expect(searchOf(own('/evento/null?rrpp=lucia'), { ...event, slug: null })).toBeNull()
})
