/** Takes promoters over from another event. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { copyEventPromoters as endpoint } from '#contract/promoters/promoter-desk-promoters.ts'
import type { App, Tx } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { assignStaff } from '#server/modules/events/staff/assign-staff.ts'
import { notifyStaff } from '#server/modules/events/staff/notify-staff.ts'
import { isAssignable, mayJoin } from '#server/modules/events/staff/queries-staff.ts'
import { changePromo } from '#server/modules/promoters/change-promo.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { Failure } from '#server/shared/failure.ts'
import { listToCopy, type PromoterToCopy } from './queries-promoters.ts'

/**
 * Adds the promoters of another event of the same company that are not of this team, with their names, what they may do and what they
 * earn, and notifies them as of any assignment. Their lists close as long before or after the start as there; types are found by
 * their names, and one who had some there of which none is here is given nothing. Throws `event_not_found` for an event of
 * another company, `event_without_date` when a closing hour cannot be moved, `event_state`, `company_role_not_allowed`.
 */
export function copyPromoters(
  app: App,
  { actor, proof: eventId, body: { fromEventId } }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const act = { audit: 'promoter.copy', object: ['event', eventId] } as const
  return actOnEvent(app, actor, eventId, act, async (app, { event, record, unchanged }) => {
    const companyId = event.company_id
    const from = await app.db
      .selectFrom('events')
      .select('id')
      .where('id', '=', fromEventId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (!from) throw new Failure('event_not_found')
    const promoters = await listToCopy(app, eventId, from.id)
    const missing = promoters.filter(({ isThere }) => !isThere)
    if (event.starts_at === null && missing.some(({ promo }) => promo?.closesAt))
      throw new Failure('event_without_date')
    const added: PromoterToCopy[] = []
    for (const promoter of missing) {
      const { userId, givenName } = promoter
      const isFree = userId !== actor.userId && (await isAssignable(app, actor, { userId, companyId }))
      if (!isFree || !(await mayJoin(app, eventId, userId))) continue
      await assignStaff(app, actor, { eventId, userId, kind: 'RRPP', canScan: false, givenName })
      await copyPart(app, eventId, promoter)
      await notifyStaff(app, { eventId, userId, kind: 'RRPP', act: 'assigned' })
      added.push(promoter)
    }
    const answer = {
      added: added.length,
      withoutTypes: added.filter(lacksTypes).length,
      alreadyThere: promoters.length - missing.length,
      skipped: missing.length - added.length,
    }
    if (added.length === 0) return unchanged(answer)
    record({ after: { fromEventId, promoterIds: added.map(({ userId }) => userId) } })
    return answer
  })
}

const lacksTypes = ({ allowedTypeIds }: PromoterToCopy) => allowedTypeIds?.length === 0

async function copyPart(app: Tx, eventId: string, promoter: PromoterToCopy): Promise<void> {
  const { userId, promo, closesAt, allowedTypeIds } = promoter
  if (!promo) return
  const hasNoType = lacksTypes(promoter)
  const id = await ensurePromo(app, eventId, userId)
  await changePromo(app, id, {
    isActive: promo.isActive,
    // Without one of their types, every type would be more than they had.
    maxUses: hasNoType ? 0 : promo.maxUses,
    canSellInPerson: hasNoType ? false : promo.canSellInPerson,
    allowedTypeIds: hasNoType ? null : allowedTypeIds,
    closesAt,
    debtLimitCents: promo.debtLimitCents,
    commission: promo.commission,
  })
}
