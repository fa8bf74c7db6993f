import { MAX_DRINKS } from '#contract/events/drinks.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '#server/context.ts'
import { rowsOf } from '#server/db/rows.ts'
import { shareVouchers, type PaidOrder } from './share-vouchers.ts'

export const drinkRows = rowsOf('drinks', {
  parent: 'event_id',
  missing: 'drink_not_found',
  most: [MAX_DRINKS, 'too_many_drinks'],
})

/** A drink of an order that is being placed; amounts of one, in centavos. */
interface OrderedDrink {
  readonly orderId: string
  readonly drinkId: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly unitFeeCents: number
  readonly unitAbsorbedFeeCents: number
}

/** Statements that add ordered drinks in the transaction that places their orders; none for no drinks. */
export function orderDrinkInserts(drinks: readonly OrderedDrink[]): RawBuilder<unknown>[] {
  if (drinks.length === 0) return []
  return [
    sql`insert into order_drinks (order_id, drink_id, quantity, unit_price_cents, unit_fee_cents, unit_absorbed_fee_cents)
        select * from json_to_recordset(${JSON.stringify(drinks)}::json) d (
          "orderId" uuid, "drinkId" uuid, quantity int, "unitPriceCents" bigint, "unitFeeCents" bigint, "unitAbsorbedFeeCents" bigint)`,
  ]
}

/** Statements that issue the vouchers of orders in the transaction that issues their tickets; none for no drinks. */
export function voucherInserts(orders: readonly PaidOrder[]): RawBuilder<unknown>[] {
  const vouchers = orders.flatMap(shareVouchers)
  if (vouchers.length === 0) return []
  return [
    sql`select drinks_issue_vouchers(
      ${vouchers.map(({ id }) => id)}::uuid[], ${vouchers.map(({ eventId }) => eventId)}::uuid[],
      ${vouchers.map(({ orderId }) => orderId)}::uuid[], ${vouchers.map(({ ticketId }) => ticketId)}::uuid[],
      ${vouchers.map(({ drinkId }) => drinkId)}::uuid[], ${vouchers.map(({ position }) => position)}::int[],
      ${vouchers.map(({ priceCents }) => priceCents)}::bigint[], ${vouchers.map(({ feeCents }) => feeCents)}::bigint[])`,
  ]
}

/** Issues the vouchers of one paid order in its transaction. */
export async function issueVouchers(app: Core, order: PaidOrder): Promise<void> {
  for (const insert of voucherInserts([order])) await insert.execute(app.db)
}

/** Marks a voucher as redeemed; false when it was redeemed before. */
export async function markRedeemed(app: Core, id: string, redeemedBy: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select drinks_redeem(${id}::uuid, ${redeemedBy}::uuid) as done`.execute(app.db)
  return rows[0]?.done === true
}

/** Undoes a redemption by this person of the last `seconds`; false when there is none. */
export async function unmarkRedeemed(app: Core, id: string, redeemedBy: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await app.db
    .updateTable('drink_vouchers')
    .set({ redeemed_at: null, redeemed_by: null })
    .where('id', '=', id)
    .where('redeemed_by', '=', redeemedBy)
    .where('redeemed_at', '>', sql<string>`app_now() - make_interval(secs => ${seconds})`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
