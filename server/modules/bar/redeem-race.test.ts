/** Invariant D1 for drinks: however many bars serve a voucher at once, it is one drink; and the proof can fail. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import { openBar } from '#server/testing/sell-drinks.ts'
import { createSellingApp } from '#server/testing/selling-app.ts'

async function serveHundredTimes(prepare: (shop: Awaited<ReturnType<typeof createSellingApp>>) => Promise<unknown>) {
  const shop = await createSellingApp()
  try {
    const bar = await openBar(shop)
    const [ticket] = (await bar.sell({ beer: 1 }, 1)).tickets
    const [voucher] = ticket?.vouchers ?? []
    await prepare(shop)
    const servers = await Promise.all(
      Array.from({ length: 10 }, () => shop.given.user({ staffOf: { id: bar.eventId } })),
    )
    const words = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        bar.redeem(voucher?.id ?? '', ticket?.code ?? '', servers[n % 10]).then(
          () => 'served',
          (error: { body?: { code: string } }) => error.body?.code ?? String(error),
        ),
      ),
    )
    const { rows } = await sql<{ served: number }>`
      select count(*)::int as served from audit_rows where action = 'drink_voucher.redeem'`.execute(shop.app.db)
    return { served: words.filter((word) => word === 'served').length, words: new Set(words), acts: rows[0]?.served }
  } finally {
    await shop.close()
  }
}

test('the last voucher by a hundred at once is one drink', async () => {
  const { served, words, acts } = await serveHundredTimes(() => Promise.resolve())
  expect([served, acts]).toEqual([1, 1])
  expect(words).toEqual(new Set(['served', 'drink_voucher_redeemed']))
})

test('negative control: where the mark is no condition, several are served', async () => {
  const { served } = await serveHundredTimes(async ({ app }) => {
    // The lock of the ticket would keep them apart: nothing of it is left either.
    await sql`create or replace function drinks_redeem(voucher uuid, person uuid) returns boolean language sql as 'select true'`.execute(
      app.db,
    )
  })
  expect(served).toBeGreaterThan(1)
})

test('a drink and the refund of its ticket at once: it is drunk or it goes back, and never both', async () => {
  const shop = await createSellingApp()
  try {
    const bar = await openBar(shop)
    const sold = [await bar.sell({ beer: 6 }, 6), await bar.sell({ gin: 6 }, 6)].flatMap(({ tickets }) => tickets)
    const outcomes = await Promise.all(
      sold.flatMap(({ id, number, vouchers }, n) => {
        const call = { params: { id: bar.eventId }, body: { ticketId: id, reason: 'No puede venir' } }
        const back = () => shop.call(refundTicketMoney, call, { as: bar.owner }).then(({ amount }) => ({ amount }))
        const drink = () =>
          bar.redeem(vouchers[0]?.id ?? '', number).then(
            () => ({ served: true }),
            (error: { body?: { code: string } }) => ({ refused: error.body?.code ?? String(error) }),
          )
        return n % 2 === 0 ? [back(), drink()] : [drink(), back()]
      }),
    )
    await shop.settle()
    expect(await shop.broken()).toEqual([])
    const { rows } = await sql<{ drunk: number }>`
      select count(redeemed_at)::int as drunk from drink_vouchers`.execute(shop.app.db)
    const served = outcomes.filter((outcome) => 'served' in outcome).length
    const refused = outcomes.filter((outcome) => 'refused' in outcome).map((outcome) => Object.values(outcome)[0])
    expect([served, served + refused.length]).toEqual([rows[0]?.drunk, sold.length])
    expect(refused.every((code) => code === 'ticket_inactive')).toBe(true)
    // Of who drank, the ticket alone went back.
    const alone = outcomes.filter((outcome) => 'amount' in outcome && outcome.amount === 19_800)
    expect(alone).toHaveLength(served)
  } finally {
    await shop.close()
  }
})
