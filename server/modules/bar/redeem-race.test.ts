/** Invariant D1 for drinks: however many bars serve a voucher at once, it is one drink; and the proof can fail. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refundTicketMoney } from '#contract/sales/refunds.ts'
import type { App } from '#server/context.ts'
import { unmarkRedeemed } from '#server/modules/drinks/store.ts'
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

type Bar = Awaited<ReturnType<typeof openBar>>
type Undo = (of: { bar: Bar; app: App; id: string; refunding: Promise<unknown> }) => Promise<unknown>

/** Undoes redeemed drinks while the rest of their tickets is refunded; gives how many were neither served nor returned in the end. */
async function undoneAsRefunded(undo: Undo) {
  const shop = await createSellingApp()
  try {
    const bar = await openBar(shop)
    const sold = [await bar.sell({ beer: 6 }, 6), await bar.sell({ gin: 6 }, 6)].flatMap(({ tickets }) => tickets)
    for (const { number, vouchers } of sold) await bar.redeem(vouchers[0]?.id ?? '', number)
    const words = await Promise.all(
      sold.map(async ({ id, vouchers }, n) => {
        if (n % 2 === 0) await nextTurn()
        const call = { params: { id: bar.eventId }, body: { ticketId: id, reason: 'No puede venir' } }
        const refunding = shop.call(refundTicketMoney, call, { as: bar.owner })
        const undone = undo({ bar, app: shop.app, id: vouchers[0]?.id ?? '', refunding }).then(
          () => 'undone',
          (error: { body?: { code: string } }) => error.body?.code ?? String(error),
        )
        await refunding
        return undone
      }),
    )
    await shop.settle()
    const { rows } = await sql<{ lost: number }>`
      select count(*)::int as lost from tickets t join drink_vouchers v on v.ticket_id = t.id
       where t.state = 'refunded' and v.redeemed_at is null
         and (select sum(r.amount_cents) from refunds r where r.ticket_id = t.id and r.state = 'completed')
               < t.price_cents + t.fee_cents + v.price_cents + v.fee_cents`.execute(shop.app.db)
    return { lost: rows[0]?.lost, words, broken: await shop.broken() }
  } finally {
    await shop.close()
  }
}

test('the undoing of a drink and the refund of its ticket at once: the drink goes back too, or stays redeemed', async () => {
  const { lost, words, broken } = await undoneAsRefunded(({ bar, id }) => bar.undo(id))
  expect([lost, broken]).toEqual([0, []])
  expect(words.every((word) => word === 'undone' || word === 'redemption_refunded')).toBe(true)
})

test('negative control: undone without a look at the ticket, drinks are neither served nor returned', async () => {
  const { lost } = await undoneAsRefunded(async ({ bar, app, id, refunding }) => {
    await refunding
    if (!(await unmarkRedeemed(app, id, bar.barman.id, 60))) throw new Error('The drink was not redeemed')
  })
  expect(lost).toBe(12)
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
