import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where a sum stands to the centavo: it is refunded, or was (rule R1.3). */
const OF_REFUNDS =
  /^web\/(areas\/(admin\/Regret|public\/refunds|organizer\/refunds|organizer\/sales\/SalesScreen|organizer\/tickets\/ticket-words|buyer\/PastOrderCard)|features\/(moves|refunds|lists\/columns))/

const sources = globSync('web/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$|^web\/gallery/.test(path))

test('people read whole pesos: centavos are written of what is refunded alone', () => {
  const exact = sources.filter((path) => readFileSync(path, 'utf8').includes('formatExactMoney'))
  expect(exact.filter((path) => !OF_REFUNDS.test(path))).toEqual([])
  expect(exact.length).toBeGreaterThan(5)
  // No screen writes money by itself.
  const own = sources.filter((path) => /style: 'currency'/.test(readFileSync(path, 'utf8')))
  expect(own).toEqual([])
})

test('a column is exact only on the screens of refunds', () => {
  const exact = sources.filter((path) => /\bexact: true, (sort|look)/.test(readFileSync(path, 'utf8')))
  expect(exact.every((path) => OF_REFUNDS.test(path))).toBe(true)
  expect(exact).toHaveLength(2)
})
