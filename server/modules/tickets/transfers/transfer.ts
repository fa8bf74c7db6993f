/** When a ticket may be handed on, as lists and use cases ask it. */
import { sql, type RawBuilder } from 'kysely'
import type { FailureCode } from '#contract/failures.ts'
import { TRANSFERS_PER_TICKET } from '#contract/tickets.ts'

/** Why a ticket (alias `t`) of an event (alias `e`) stays with its holder, or null (tickets_transfer_problem.sql). */
export const transferProblem: RawBuilder<FailureCode | null> = sql`tickets_transfer_problem(
  t.state, t.transfers, ${TRANSFERS_PER_TICKET}, e.allows_transfers, e.state, is_event_expired(e.starts_at, e.ends_at))`
