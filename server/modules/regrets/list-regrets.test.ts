/** A page of regrets costs a few statements, however many purchases and contacts are on it. */
import { expect, test } from 'vitest'
import { submitRegret } from '#contract/sales/regrets.ts'
import { countStatements } from '#server/testing/count-statements.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'
import { listRegrets } from './queries.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

const query = {
  page: 1,
  limit: 20,
  state: undefined,
  search: undefined,
  sort: 'answerBy' as const,
  order: 'asc' as const,
}

test('ten regrets are read by as many statements as one', async () => {
  const count = () => countStatements(shop.app, (app) => listRegrets(app, { query }))
  const regretted = async () => {
    const { publicId, buyer } = await shop.paid({ event: { startsInHours: 24 * 30 } })
    await shop.call(submitRegret, { body: { orderNumber: publicId } })
    await shop.call(submitRegret, { body: { contact: buyer.mail ?? '' } })
    await shop.call(submitRegret, { body: { contact: `nadie-${publicId}@previa.example` } })
    await shop.settle()
  }
  await regretted()
  const one = await count()
  for (let more = 0; more < 3; more += 1) await regretted()
  const { regrets } = await listRegrets(shop.app, { query })
  expect(regrets).toHaveLength(12)
  expect(Map.groupBy(regrets, ({ answerTo }) => answerTo).get('contact')).toHaveLength(4)
  expect(regrets.filter(({ orders }) => orders.length === 1)).toHaveLength(8)
  expect(await count()).toBe(one)
  expect(one).toBeLessThanOrEqual(6)
})
