/** Which events a person may look at from the door. */
import type { Rule } from '#server/http/bound.ts'
import { isWithin, reachOf } from '#server/modules/events/reach.ts'
import { Failure } from '#server/shared/failure.ts'

/** Its assigned scanners, its company, god admins. What may be scanned, each scan asks again (scanning_admit). */
const scannableEvent: Rule = async (app, actor, id) => {
  const event = await app.db
    .selectFrom('events')
    .select(['id', 'company_id as companyId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!event || !actor || !isWithin(event, reachOf(actor, ['SCANNER']))) throw new Failure('event_not_found')
  return event.id
}

export const rules = { scannableEvent }
