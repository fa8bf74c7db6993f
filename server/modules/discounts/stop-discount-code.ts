/** A code is not to be used any more. */
import type { DiscountCodeRow } from '#contract/discounts.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { findCode, findEvent } from './queries.ts'
import { setStopped } from './store.ts'

/**
 * No order takes it from then on; those that have it keep their price, also when they are yet to be paid. Again, it changes
 * nothing. Throws `discount_code_not_found`.
 */
export async function stopDiscountCode(
  app: App,
  actor: Actor,
  eventId: ManagedEventId,
  codeId: string,
): Promise<DiscountCodeRow> {
  return inTransaction(app, async (app) => {
    const { companyId } = await findEvent(app, eventId)
    refuseFinance(actor, companyId)
    const code = await findCode(app, eventId, codeId)
    if (!code) throw new Failure('discount_code_not_found')
    if (await setStopped(app, codeId, actor.userId)) {
      await audit(app, actor, 'discount.stop', ['discount_code', codeId], { before: { uses: code.uses } })
      app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId, companyId })))
    }
    return (await findCode(app, eventId, codeId)) ?? code
  })
}
