import { expect, test } from 'vitest'
import { refuseBrokenText } from './plain-text.ts'

test.each([['a\0b'], ['\ud800'], [{ a: [1, { b: 'x\udc00' }] }], [['', '\0']]])('%j is refused', (value) => {
  expect(() => refuseBrokenText(value)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})

test('a refusal names the field', () => {
  expect(() => refuseBrokenText({ a: ['ok', '\0'] })).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ path: ['a', 1] })] }),
  )
})

test.each([[null], [1], ['ñandú 🎉\n'], [{ a: ['𝒳', true, undefined] }], [Buffer.from([0, 0xd8])]])(
  '%j is let through',
  (value) => {
    expect(() => refuseBrokenText(value)).not.toThrow()
  },
)
