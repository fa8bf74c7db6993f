import { expect, test } from 'vitest'
import { cartWords, type ChosenDrink } from './drinks-choice.ts'

const fernet: ChosenDrink['drink'] = {
  id: '01990000-0000-7000-8000-0000000000c1',
  eventId: '01990000-0000-7000-8000-0000000000e1',
  name: 'Fernet',
  description: '',
  price: 6500,
  fee: 650,
  isAvailable: true,
  position: 1,
  image: null,
}

test('what a total pays for counts the drinks too', () => {
  expect(cartWords(1, [])).toBe('1 entrada')
  expect(cartWords(2, [{ drink: fernet, quantity: 1 }])).toBe('2 entradas · 1 bebida')
  expect(
    cartWords(1, [
      { drink: fernet, quantity: 20 },
      { drink: fernet, quantity: 1 },
    ]),
  ).toBe('1 entrada · 21 bebidas')
})
