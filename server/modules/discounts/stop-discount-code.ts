import type { DiscountCodeRow, stopDiscountCode as endpoint } from '#contract/events/discounts.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { getCode } from './queries.ts'
import { markStopped } from './store.ts'

/**
 * Stops a code: new orders cannot use it; orders that have it keep their price, unpaid ones too. Stopping it again
 * changes nothing. Throws `discount_code_not_found`.
 */
export function stopDiscountCode(
  app: App,
  { actor, proof: eventId, params: { codeId } }: Call<typeof endpoint>,
): Promise<DiscountCodeRow> {
  const act = { audit: 'discount.stop', object: ['discount_code', codeId], isAllowedAfter: true } as const
  return actOnEvent(app, actor, eventId, act, async (app, { record, unchanged }) => {
    const code = await getCode(app, eventId, codeId)
    if (!(await markStopped(app.db, codeId, actor.userId))) return unchanged(code)
    record({ before: { uses: code.uses } })
    return getCode(app, eventId, codeId)
  })
}
