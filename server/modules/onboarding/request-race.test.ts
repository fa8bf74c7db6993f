/** One request decided by many, through two processes; and the same without the lock, which goes wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideOrganizerRequest } from '#contract/companies/onboarding-requests.ts'
import { sendOnboarding } from '#contract/companies/onboarding.ts'
import type { TestApp } from '#server/testing/app.ts'
import { blobOf, idPhoto, onboardingFields, sendRequestOf } from '#server/testing/id-photos.ts'
import {
  createSellingPair,
  inControl,
  unlockOrganizerRequests,
  type SellingPair,
} from '#server/testing/selling-pair.ts'

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

const REASON = 'La foto del dorso no se lee bien.'

/** `reviewers` decide it at the same moment, by turns as `decisions` say; gives how many audit rows there are of it. */
async function decideAtOnce(
  [shop, twin]: readonly [TestApp, TestApp],
  reviewers: number,
  decisions: readonly ('approve' | 'needs_changes' | 'reject')[],
) {
  const { id } = await sendRequestOf(shop, await shop.given.user())
  const team = await Promise.all(Array.from({ length: reviewers }, () => shop.given.user({ isLegal: true })))
  const answers = await Promise.all(
    team.map((as, n) =>
      (n % 2 === 0 ? shop : twin)
        .call(
          decideOrganizerRequest,
          { params: { id }, body: { decision: decisions[n % decisions.length] ?? 'reject', reason: REASON } },
          { as },
        )
        .then(
          () => 'decided',
          (error: { body?: { code: string } }) => error.body?.code ?? String(error),
        ),
    ),
  )
  const of = (table: 'audit_rows', action: string) =>
    shop.app.db.selectFrom(table).select('id').where('object_id', '=', id).where('action', '=', action).execute()
  return { answers, audited: (await of('audit_rows', 'organizer_request.decide')).length, id }
}

test('of many reviewers one decides; the others learn that it was decided', async () => {
  const { answers, audited, id } = await decideAtOnce([pair.shop, pair.twin], 12, [
    'approve',
    'reject',
    'needs_changes',
  ])
  expect(answers.filter((each) => each === 'decided')).toHaveLength(1)
  expect(answers.filter((each) => each === 'organizer_request_decided')).toHaveLength(11)
  expect(audited).toBe(1)
  const { state, company_id } = await pair.shop.app.db
    .selectFrom('organizer_requests')
    .select(['state', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(company_id !== null).toBe(state === 'approved')
})

test('control: without the lock several decide the same request', async () => {
  const { audited } = await inControl(unlockOrganizerRequests, ({ shop }) =>
    decideAtOnce([shop, shop], 6, ['reject', 'needs_changes']),
  )
  expect(audited).toBeGreaterThan(1)
})

test('of many requests of one person at the same moment one is taken', async () => {
  const { shop, twin } = pair
  const as = await shop.given.user()
  const photo = blobOf(await idPhoto())
  const files = { dniPic1: photo, dniPic2: photo }
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      (n % 2 === 0 ? shop : twin).call(sendOnboarding, { body: onboardingFields, files }, { as }).then(
        () => 'sent',
        (error: { body?: { code: string } }) => error.body?.code ?? String(error),
      ),
    ),
  )
  expect(answers.filter((each) => each === 'sent')).toHaveLength(1)
  expect(new Set(answers.filter((each) => each !== 'sent'))).toEqual(new Set(['organizer_request_pending']))
})
