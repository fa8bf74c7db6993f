import { expect, test } from 'vitest'
import { Failure, failureBody, isFailure } from './failure.ts'

test('a failure carries the status and the text of its code', () => {
  const failure = new Failure('ticket_already_used', { scannedBy: 'Nico' })
  expect(failure.status).toBe(409)
  expect(failureBody(failure)).toEqual({
    code: 'ticket_already_used',
    message: 'El ticket ya fue utilizado',
    details: { scannedBy: 'Nico' },
  })
  expect(failureBody(new Failure('sold_out'))).not.toHaveProperty('details')
})

test('it is distinguished from other errors, by code when asked', () => {
  const failure = new Failure('busy', undefined, { retryAfterSeconds: 1, cause: new Error('queue') })
  expect(failure.retryAfterSeconds).toBe(1)
  expect(isFailure(failure)).toBe(true)
  expect(isFailure(failure, 'busy')).toBe(true)
  expect(isFailure(failure, 'sold_out')).toBe(false)
  expect(isFailure(new Error('busy'))).toBe(false)
})
