import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { isCommonPassword, localPasswords } from './is-common-password.ts'

test.each(['12345678', 'corvette', 'Q1W2E3R4', 'STARWARS', 'bocajuniors', 'Argentina2022', 'contraseña', 'previa123'])(
  '%s is tried first',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true)
  },
)

test.each(['noche-de-prueba', 'mate amargo en la vereda', 'corvette-67', 'zG7!kq0pW2'])(
  '%s is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)

test('what the kept list has is not repeated here, nor what is too short to be chosen', () => {
  const kept = new Set(dictionary['passwords-common'])
  expect(kept.size).toBeGreaterThan(10_000)
  expect(localPasswords.filter((word) => kept.has(word) || word.length < 8 || word !== word.toLowerCase())).toEqual([])
})
