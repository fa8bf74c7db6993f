/** Reads about deletion requests and data downloads. */
import { sql } from 'kysely'
import { listBalances } from '#server/modules/commissions/queries-balances.ts'
import { localToday } from '#server/db/local-day.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { toPesos } from '#contract/values/money.ts'
import type {
  DataExport,
  DeletionBlocker,
  DeletionRow,
  getDeletion as getDeletionEndpoint,
  getMyDeletions as getMyDeletionsEndpoint,
  listDeletions as endpoint,
  DeletionState,
  TicketGivenUp,
} from '#contract/accounts/privacy.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { getSessionUser } from '#server/modules/accounts/session/queries.ts'
import { maskContact } from '#server/modules/accounts/contact/mask-contact.ts'
import { transferProblem } from '#server/modules/tickets/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { deletionBlockers, type Obligations } from './deletion-blockers.ts'

const EXPORTS_SHOWN = 10

/** Present obstacles to the deletion of this person's account. */
export async function findBlockers(app: Core, userId: string): Promise<DeletionBlocker[]> {
  const { rows } = await sql<Omit<Obligations, 'promoterAccounts'>>`
    select count(*) filter (where payments_refund_is_open(r.state))::int as "openRefunds",
           coalesce(sum(r.amount_cents) filter (where payments_refund_is_open(r.state)), 0)::bigint
             as "openRefundsCents",
           coalesce(sum(r.amount_cents) filter (where r.state = 'failed'), 0)::bigint as "failedRefundsCents",
           (select count(*)::int from orders d where d.buyer_id = ${userId}::uuid and d.state = 'in_dispute') as disputes,
           (select c.name from company_members m join companies c on c.id = m.company_id
             where m.user_id = ${userId}::uuid and m.role = 'owner'
               and not companies_has_other_owner(m.company_id, m.user_id)
               -- There is no money without an event that it was paid for.
               and exists (select from events e where e.company_id = c.id)
             limit 1) as "soleOwnerOf"
      from orders o join refunds r on r.order_id = o.id
     where o.buyer_id = ${userId}::uuid`.execute(app.db)
  const balances = await listBalances(app, { promoterId: userId })
  const open = balances.filter(({ earnedCents, paidCents, cashCents }) => earnedCents !== paidCents || cashCents !== 0)
  const [owed] = rows
  return owed ? deletionBlockers({ ...owed, promoterAccounts: open.length }) : []
}

/** The valid tickets that a person holds, in the order of their nights. */
export async function findTicketsGivenUp(app: Core, userId: string): Promise<TicketGivenUp[]> {
  const rows = await app.db
    .selectFrom('tickets as t')
    .innerJoin('events as e', 'e.id', 't.event_id')
    .innerJoin('ticket_types as y', 'y.id', 't.type_id')
    .select(['t.id', 't.number', 't.kind', 't.payer_id as payerId', transferProblem.as('transferProblem')])
    .select(
      sql<number>`t.price_cents + t.fee_cents + (
      select coalesce(sum(v.price_cents + v.fee_cents), 0)::bigint from drink_vouchers v
       where v.ticket_id = t.id and v.redeemed_at is null and checkout_serves_drink(v, t.order_id))`.as('paidCents'),
    )
    .select(['e.name as eventName', 'e.starts_at as startDate', 'y.name as typeName'])
    .where('t.holder_id', '=', userId)
    .where('t.state', '=', 'valid')
    .orderBy('e.starts_at', (order) => order.asc().nullsLast())
    .orderBy('t.number')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    eventName: row.eventName,
    startDate: row.startDate,
    typeName: row.typeName,
    price: row.kind === 'paid' ? toPesos(row.paidCents) : 0,
    isOwnPurchase: row.kind === 'paid' && row.payerId === userId,
    canTransfer: row.transferProblem === null,
  }))
}

function selectDeletions(app: Core) {
  return app.db
    .selectFrom('account_deletions as d')
    .select(['d.id', 'd.reason', 'd.requested_at as requestedAt', 'd.due_on as dueOn'])
    .select(['d.tickets_count as ticketsGivenUp', 'd.rejection_reason as rejectionReason', 'd.ended_at as endedAt'])
    .select(sql<DeletionState>`d.state`.as('state'))
}

/** Everything that the person's own screen says: their requests, what keeps the account, what goes with it. */
export async function getMyDeletions(app: App, actor: Actor): Promise<Answer<typeof getMyDeletionsEndpoint>> {
  const requests = await selectDeletions(app)
    .where('d.user_id', '=', actor.userId)
    .orderBy('d.requested_at', 'desc')
    .limit(20)
    .execute()
  const [blockers, tickets] = [await findBlockers(app, actor.userId), await findTicketsGivenUp(app, actor.userId)]
  return { requests, blockers, tickets }
}

/** One of a person's own requests, or undefined. */
export function findOwnDeletion(app: Core, id: string, userId: string) {
  return selectDeletions(app).where('d.id', '=', id).where('d.user_id', '=', userId).executeTakeFirst()
}

const isOpen = sql<boolean>`d.state in ('pending', 'in_review')`
/** Whether the last day of a request is over, in Buenos Aires. */
const isOverdue = sql<boolean>`(d.state in ('pending', 'in_review')
  and d.due_on < ${localToday})`

function selectRows(app: App) {
  return selectDeletions(app)
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('users as r', 'r.id', 'd.resolved_by')
    .select(['u.id as userId', 'u.name', 'u.mail', 'u.phone', 'u.created_at as accountSince', 'r.name as resolvedBy'])
    .select(isOverdue.as('isOverdue'))
    .select(sql<boolean>`d.state = 'in_review' and d.approved_at is not null`.as('isProcessing'))
}
type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

function toRow({ userId, name, mail, phone, accountSince: _, ...row }: Row, actor: Actor): DeletionRow {
  // Legal accounts see what they need to decide. The person's contacts are no part of that: the server writes to them.
  return { ...row, person: maskContact({ id: userId, name, mail, phone }, !actor.roles.includes('legal')) }
}

/** A page of requests for those who decide. */
export function listDeletions(app: App, { actor, query }: Call<typeof endpoint>): Promise<Answer<typeof endpoint>> {
  const { state } = query
  const rows = selectRows(app)
    .$if(state === 'open', (select) => select.where(isOpen))
    .$if(state === 'overdue', (select) => select.where(isOverdue))
    .$if(state !== undefined && state !== 'open' && state !== 'overdue', (select) =>
      select.where('d.state', '=', state ?? ''),
    )
  return pageOf(rows, query, {
    rows: 'requests',
    id: 'd.id',
    sort: { dueOn: 'd.due_on', requestedAt: 'd.requested_at', name: 'u.plain_name' },
    search: ['u.plain_name'],
    map: (row) => toRow(row, actor),
    more: async () => ({ totalOverdue: (await listOverdue(app)).length }),
  })
}

/** One request with all that deciding needs; throws `not_found`. */
export async function getDeletion(app: App, actor: Actor, id: string): Promise<Answer<typeof getDeletionEndpoint>> {
  const row = await selectRows(app).where('d.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('not_found')
  const { roles } = await getSessionUser(app, row.userId)
  return {
    ...toRow(row, actor),
    accountSince: row.accountSince,
    roles,
    blockers: await findBlockers(app, row.userId),
    tickets: await findTicketsGivenUp(app, row.userId),
  }
}

/** Requests whose last day is over. */
export function listOverdue(app: App): Promise<{ id: string; dueOn: string }[]> {
  return app.db
    .selectFrom('account_deletions as d')
    .select(['d.id', 'd.due_on as dueOn'])
    .where(isOverdue)
    .orderBy('d.due_on')
    .orderBy('d.id')
    .execute()
}

/** A request as its job needs it. */
export function findDeletion(app: App, id: string) {
  return app.db
    .selectFrom('account_deletions')
    .select(['id', 'user_id as userId', 'state', 'approved_at as approvedAt', 'steps_taken as stepsTaken'])
    .select(['farewell_sealed as sealedSubject', 'rejection_reason as rejectionReason', 'due_on as dueOn'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Whether this person has a held purchase, which may still turn into tickets. One that has ended may not: a payment that comes
 * all the same is refunded, because its buyer has left (`refusalOfLatePayment`).
 */
export async function hasLivePurchase(app: App, userId: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('orders')
    .select('id')
    .where('buyer_id', '=', userId)
    .where(sql<boolean>`checkout_is_unpaid(state)`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function selectExports(app: Core) {
  return app.db
    .selectFrom('data_exports')
    .select(['id', 'progress', 'requested_at as requestedAt', 'expires_at as expiresAt', 'size_bytes as sizeBytes'])
    .select(sql<DataExport['state']>`state`.as('state'))
}

export function listExports(app: App, userId: string): Promise<DataExport[]> {
  return selectExports(app).where('user_id', '=', userId).orderBy('requested_at', 'desc').limit(EXPORTS_SHOWN).execute()
}

/** One of a person's own downloads; throws `not_found` for anybody else's, as for one that does not exist. */
export async function getExport(app: Core, actor: Actor, id: string): Promise<DataExport> {
  const found = await selectExports(app).where('id', '=', id).where('user_id', '=', actor.userId).executeTakeFirst()
  if (!found) throw new Failure('not_found')
  return found
}

/** The owner and status of a download, for jobs and signed links. */
export function findExport(app: App, id: string) {
  return app.db
    .selectFrom('data_exports as x')
    .innerJoin('users as u', 'u.id', 'x.user_id')
    .select(['x.id', 'x.user_id as userId', 'x.state', 'x.expires_at as expiresAt'])
    .select(['u.name', 'u.mail', 'u.state as userState'])
    .where('x.id', '=', id)
    .executeTakeFirst()
}

/** Ids of every download of a person, whatever its state. */
export async function listExportIds(app: App, userId: string): Promise<string[]> {
  const rows = await app.db.selectFrom('data_exports').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** Downloads whose days are over and whose file is still there. */
export async function listExpiredExports(app: App): Promise<string[]> {
  const rows = await app.db
    .selectFrom('data_exports')
    .select('id')
    .where('state', '=', 'ready')
    .where('expires_at', '<=', sql<string>`app_now()`)
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}
