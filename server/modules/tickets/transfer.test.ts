import { expect, test } from 'vitest'
import { transferProblem, type Transferable } from './transfer.ts'

const ticket: Transferable = {
  state: 'valid',
  transfers: 0,
  allowsTransfers: true,
  eventState: 'active',
  isOver: false,
}

test.each<[Partial<Transferable>, string | null]>([
  [{}, null],
  [{ transfers: 2, eventState: 'inactive' }, null],
  [{ transfers: 3 }, 'transfer_limit'],
  [{ state: 'used' }, 'ticket_not_valid'],
  [{ state: 'refunded', transfers: 3 }, 'ticket_not_valid'],
  [{ isOver: true }, 'transfer_closed'],
  [{ allowsTransfers: false }, 'transfer_closed'],
  [{ eventState: 'cancelled' }, 'transfer_closed'],
  [{ eventState: 'success' }, 'transfer_closed'],
])('%j: %s', (changes, problem) => {
  expect(transferProblem({ ...ticket, ...changes })).toBe(problem)
})
