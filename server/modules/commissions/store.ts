/** The only SQL that writes how far commissions went, and that locks whose they are. */
import { sql } from 'kysely'
import type { Core, Tx } from '#server/context.ts'
import { oneRow } from '#server/db/one-row.ts'
import { notificationsWait } from '#server/modules/payments/queries.ts'
import type { Touched } from './queries.ts'

/** The first run computes everything. */
const STATEMENT_TIMEOUT_MS = 600_000
/** While paid orders become tickets nothing is computed, but not for longer. */
const MAX_DELAY_SECONDS = 90

export async function allowLongStatement(app: Tx): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(app.db)
}

/** Instants as PostgreSQL writes them, to the microsecond. */
export interface Mark {
  readonly ledgerId: string
  readonly scannedUntil: string
  readonly nextLedgerId: string | null
  readonly nextScannedUntil: string | null
  readonly isStarted: boolean
  /** Nothing up to the next mark can come any more. */
  readonly isSettled: boolean
  /** A rush of payments goes first. */
  readonly isPutOff: boolean
}

/** One run at a time. */
export async function lockMark(app: Tx): Promise<Mark> {
  await app.db.selectFrom('commission_mark').select('is_only').forUpdate().execute()
  return oneRow(
    app.db,
    sql<Mark>`
    select ledger_id::text as "ledgerId", scanned_until::text as "scannedUntil", next_ledger_id::text as "nextLedgerId",
           next_scanned_until::text as "nextScannedUntil", next_at is not null as "isStarted", ledger_is_settled(next_at) as "isSettled",
           coalesce(next_at >= clock_timestamp() - make_interval(secs => ${MAX_DELAY_SECONDS}) and ${notificationsWait}, false) as "isPutOff"
      from commission_mark`,
  )
}

/** Goes on to the next mark once it is settled, and sets another for the next run. */
export async function advanceMark(app: Tx, { isStarted, isSettled }: Mark): Promise<void> {
  if (isStarted && !isSettled) return
  await sql`
    update commission_mark m
       set ledger_id = coalesce(m.next_ledger_id, m.ledger_id), scanned_until = coalesce(m.next_scanned_until, m.scanned_until),
           next_at = n.at, next_ledger_id = n.ledger_id, next_scanned_until = n.scanned_until
      from ledger_end() n`.execute(app.db)
}

/** Holds the parts of those who sold these, in the order of their ids, so that commissions and settlements of one wait for each other. */
export async function lockPromos(app: Core, { orderIds, issuanceIds }: Touched): Promise<void> {
  await app.db
    .selectFrom('promos as p')
    .select('p.id')
    .where(
      sql<boolean>`p.id in (
        select c.id from orders o join promos c on c.code = o.referral_code where o.id = any (${orderIds}::uuid[])
         union
        select i.promo_id from issuances i where i.id = any (${issuanceIds}::uuid[]))`,
    )
    .orderBy('p.id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Marks what promoters sold to themselves, without a session or by an alias of their mailbox: they are the person of their contacts. Judged
 * here and not at the purchase, whose answer is the same for everybody (rule R12.2).
 */
export async function markOwnSales(app: Tx, { orderIds, issuanceIds }: Touched): Promise<void> {
  await sql`
    insert into own_sales (sale_id)
    select o.id from orders o join promos p on p.code = o.referral_code and p.event_id = o.event_id
      join users u on u.id = p.promoter_id join users b on b.id = o.buyer_id
     where o.id = any (${orderIds}::uuid[]) and accounts_person_is_own(u, b)
     union
    select i.id from issuances i join promos p on p.id = i.promo_id join users u on u.id = p.promoter_id
     where i.id = any (${issuanceIds}::uuid[])
       and (u.phone = i.recipient_phone or accounts_mailbox(u.mail) = accounts_mailbox(i.recipient_mail)
            or exists (select from tickets t join users b on b.id = t.payer_id
                        where t.issuance_id = i.id and accounts_person_is_own(u, b)))
    on conflict do nothing`.execute(app.db)
}
