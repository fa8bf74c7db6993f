import { describe, expect, test } from 'vitest'
import { MAX_DEPTH, refuseBrokenText } from './plain-text.ts'

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

const KINDS = {
  arrays: (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`,
  objects: (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
}

/** The same without an end, as it was. */
function walkWhole(value: unknown): void {
  if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) walkWhole(item)
}

describe.each(Object.entries(KINDS))('threat 36: %s in one another', (_name, nested) => {
  test.each([10, MAX_DEPTH])('%i levels are let through', (levels) => {
    expect(() => refuseBrokenText(JSON.parse(nested(levels)))).not.toThrow()
  })

  test.each([MAX_DEPTH + 1, 3000, 100_000])('%i levels are refused', (levels) => {
    expect(() => refuseBrokenText(JSON.parse(nested(levels)))).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })

  test('control: without the limit it is a defect', () => {
    expect(() => walkWhole(JSON.parse(nested(100_000)))).toThrow(RangeError)
  })
})
