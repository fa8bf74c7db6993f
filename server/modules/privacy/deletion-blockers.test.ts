import { expect, test } from 'vitest'
import { deletionBlockers } from './deletion-blockers.ts'

const nothing = {
  openRefunds: 0,
  openRefundsCents: 0,
  failedRefundsCents: 0,
  disputes: 0,
  promoterAccounts: 0,
  soleOwnerOf: null,
}

test('nothing owed blocks nothing; accounts of a promoter that were not settled do, whichever way they go', () => {
  expect(deletionBlockers(nothing)).toEqual([])
  expect(deletionBlockers({ ...nothing, promoterAccounts: 1 })).toMatchObject([
    { kind: 'money_owed', message: expect.stringContaining('en un evento') as string },
  ])
  expect(deletionBlockers({ ...nothing, promoterAccounts: 3 })).toMatchObject([
    { kind: 'money_owed', message: expect.stringContaining('en 3 eventos') as string },
  ])
})
