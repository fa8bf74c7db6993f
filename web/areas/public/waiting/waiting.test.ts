import { expect, test } from 'vitest'
import type { OwnWaiting } from '#contract/events/waiting-list.ts'
import { ticketType } from '#web/testing/events.ts'
import { choiceFor, placeWords, typesFor } from './waiting.ts'

const general = ticketType({ availability: 'soldOut' })
const own = (changes: Partial<OwnWaiting> = {}): OwnWaiting => ({
  ticketTypeId: general.id,
  state: 'offered',
  quantity: 3,
  position: null,
  offeredPlaces: 2,
  offerUntil: '2026-11-28T15:30:00-03:00',
  ...changes,
})

test('what is offered can be chosen, up to as many, and is chosen until something else is said', () => {
  expect(typesFor([general], [own()])).toEqual([
    { ...general, availability: 'available', perPersonLimit: 2, offered: 2 },
  ])
  expect(typesFor([{ ...general, perPersonLimit: 1 }], [own()])[0]?.perPersonLimit).toBe(1)
  expect(choiceFor({}, [own()])).toEqual({ [general.id]: 2 })
  expect(choiceFor({ [general.id]: 0 }, [own()])).toEqual({ [general.id]: 0 })
})

test.each([own({ state: 'waiting', offeredPlaces: null }), own({ state: 'lapsed' })])(
  'nothing else changes',
  (entry) => {
    expect(typesFor([general], [entry])).toEqual([general])
    expect(choiceFor({}, [entry])).toEqual({})
  },
)

test('what is on sale to everybody stays as it is', () => {
  const open = { ...general, availability: 'last' as const, perPersonLimit: 4 }
  expect(typesFor([open], [own()])).toEqual([open])
})

test('a place is the number of people ahead', () => {
  expect([placeWords(1), placeWords(2), placeWords(13)]).toEqual([
    'No hay nadie antes que vos',
    '1 persona antes que vos',
    '12 personas antes que vos',
  ])
})
