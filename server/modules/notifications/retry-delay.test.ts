import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, retryDelay } from './retry-delay.ts'

test('each pause is longer than the one before, up to six hours, and the eighth attempt is the last', () => {
  const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => retryDelay(index + 1))
  expect(delays).toEqual([10, 40, 160, 640, 2560, 10_240, 21_600, null])
})
