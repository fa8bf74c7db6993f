import type { createDiscountCode as endpoint, DiscountCodeRow } from '#contract/events/discounts.ts'
import type { App } from '#server/context.ts'
import { brokenConstraint } from '#server/db/constraints.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { findTypes, getCode } from './queries.ts'
import { insertDiscountCode } from './store.ts'

/**
 * Creates a code of an event that is not over. Throws `discount_code_taken` when the event has a code of that name
 * that was not stopped, however it was typed, and `ticket_type_not_found` for a type that the event does not have.
 */
export async function createDiscountCode(
  app: App,
  { actor, proof: eventId, body }: Call<typeof endpoint>,
): Promise<DiscountCodeRow> {
  const id = newId()
  const fields = {
    code: body.code,
    percent: body.percent ?? null,
    amountCents: body.amountCents ?? null,
    typeIds: body.ticketTypeIds ? [...new Set(body.ticketTypeIds)] : null,
    maxUses: body.maxUses ?? null,
    perPersonLimit: body.perPersonLimit ?? null,
    startsAt: body.startsAt ?? null,
    endsAt: body.endsAt ?? null,
  }
  const act = { audit: 'discount.create', object: ['discount_code', id], after: { eventId, ...fields } } as const
  try {
    return await actOnEvent(app, actor, eventId, act, async (app) => {
      if (fields.typeIds && (await findTypes(app, eventId, fields.typeIds)).length < fields.typeIds.length) {
        throw new Failure('ticket_type_not_found')
      }
      await insertDiscountCode(app.db, { id, eventId, ...fields, madeBy: actor.userId })
      return getCode(app, eventId, id)
    })
  } catch (error) {
    if (brokenConstraint(error) === 'discount_codes_active') throw new Failure('discount_code_taken')
    throw error
  }
}
