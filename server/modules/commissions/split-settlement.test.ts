/** What is settled by what was counted, as cases. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStillDue, netOf, splitSettlement } from './split-settlement.ts'

test.each([
  // owed, cash, counted → commission, handed in
  ['all of the commission', 1000, 0, -1000, 1000, 0],
  ['a part of the commission', 1000, 0, -400, 400, 0],
  ['all of the cash', 0, 5000, 5000, 0, 5000],
  ['a part of the cash', 0, 5000, 2000, 0, 2000],
  ['commission out of the cash, the rest handed in', 1000, 5000, 4000, 1000, 5000],
  ['commission out of the cash, a part of the rest', 1000, 5000, 1500, 1000, 2500],
  ['cash kept as commission, the rest paid', 5000, 1000, -4000, 5000, 1000],
  ['both alike: nothing changes hands', 1000, 1000, 0, 1000, 1000],
  ['paid too much: cash first, then what is given back', -300, 500, 600, -100, 500],
  ['paid too much, all of it', -300, 500, 800, -300, 500],
  ['handed in too much: it comes back with the commission', 1000, -200, -1200, 1000, -200],
])('%s', (_, owedCents, cashCents, counted, commissionCents, handedInCents) => {
  expect(splitSettlement({ owedCents, cashCents }, counted)).toEqual({ commissionCents, handedInCents })
})

test.each([
  [1000, 0, 1000],
  [1000, 0, -1001],
  [0, 5000, 5001],
  [0, 5000, -1],
  [0, 5000, 0],
  [0, 0, 0],
])('of %i owed and %i in cash, %i is refused', (owedCents, cashCents, counted) => {
  expect(splitSettlement({ owedCents, cashCents }, counted)).toBeNull()
})

test('whatever is due and counted, a settlement moves what was counted and no more than is due on either side', () => {
  const cents = fc.integer({ min: -10_000, max: 10_000 })
  fc.assert(
    fc.property(cents, cents, fc.double({ min: 0, max: 1, noNaN: true }), (owedCents, cashCents, share) => {
      const due = { owedCents, cashCents }
      const counted = Math.trunc(netOf(due) * share) || 0
      const settled = splitSettlement(due, counted)
      if (!settled) return
      expect(settled.handedInCents - settled.commissionCents).toBe(counted)
      expect(isStillDue(due, settled)).toBe(true)
    }),
  )
})
