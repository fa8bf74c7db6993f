/** What holds fifty confirmations at once to one refund of each ticket (`regret.test.ts`): without it, it goes wrong. */
import { expect, test } from 'vitest'
import { confirmRegret, submitRegret } from '#contract/sales/regrets.ts'
import { inControl, unlockRefunds } from '#server/testing/selling-pair.ts'
import { makeLinkToken } from '#server/shared/link-token.ts'

test('control: without the locks they ask for the money again and again', async () => {
  const refunds = await inControl(unlockRefunds, async ({ shop }) => {
    const { publicId, buyer } = await shop.paid({ event: { startsInHours: 24 * 30 } })
    const { code } = await shop.call(submitRegret, { body: { orderNumber: publicId } })
    await shop.settle()
    const { id } = await shop.app.db
      .selectFrom('regrets')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    const body = { token: makeLinkToken(shop.app.vault, { kind: 'regret-link', id }, buyer.id), orderIds: [publicId] }
    const ask = () => shop.call(confirmRegret, { params: { code }, body })
    await Promise.all(Array.from({ length: 10 }, () => ask().catch(() => null)))
    return shop.refundsOf(publicId)
  })
  expect(refunds.length).toBeGreaterThan(2)
})
