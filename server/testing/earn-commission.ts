/** Commissions without the sales that earn them, for what is summed of the ledger. */
import { sql } from 'kysely'
import { commissionEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import type { SellingApp } from './selling-app.ts'

interface PaidOrder {
  readonly companyId: string
  readonly eventId: string
  readonly publicId: string
}

/** Enters what a new promoter earns on the order, in equal parts on its tickets, by terms that say so. Returns their part's id. */
export async function earnCommission(
  { app, given }: SellingApp,
  order: PaidOrder,
  totalCents: number,
): Promise<string> {
  const { companyId, eventId, publicId } = order
  const promoter = await given.user()
  const promoId = await ensurePromo(app, eventId, promoter.id)
  const { rows } = await sql<{ orderId: string; ticketId: string }>`
    with theirs as (
      update orders o set referral_code = p.code, promoter_id = p.promoter_id from promos p
       where o.public_id = ${publicId} and p.id = ${promoId} returning o.id)
    select t.order_id as "orderId", t.id as "ticketId" from tickets t join theirs o on o.id = t.order_id`.execute(
    app.db,
  )
  const amountCents = totalCents / rows.length
  const terms = { promo_id: promoId, since: '2000-01-01T00:00:00Z', fixed_cents: amountCents }
  await app.db.insertInto('commission_terms').values(terms).execute()
  for (const subject of rows) {
    await recordEntries(app, { companyId, eventId, promoId, ...subject }, commissionEntries(amountCents))
  }
  return promoId
}
