/** Reads of holds: what ends them, and how long they last. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'

/** Events with holds whose time is over. */
export async function listEventsWithEnded(app: App): Promise<{ eventId: string; companyId: string }[]> {
  const { rows } = await sql<{ eventId: string; companyId: string }>`
    select event_id as "eventId", company_id as "companyId" from orders
     where held_until <= app_now() and checkout_is_unpaid(state)
       and checkout_is_over(state, held_until, asked_at, app_now())
     group by event_id, company_id order by min(held_until)`.execute(app.db)
  return rows
}

/** Facts that decide how long a pending payment keeps its places. */
export async function findHoldRules(app: Core, eventId: string) {
  return app.db
    .selectFrom('events')
    .select(['accepts_cash as acceptsCash', 'starts_at as startsAt'])
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
}
