/** Somebody who sells an event makes a code that takes something off its prices. */
import { normalCode, type createDiscountCode as createEndpoint, type DiscountCodeRow } from '#contract/discounts.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { brokenConstraint } from '#server/db/constraints.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { findCode, findEvent, findTypes } from './queries.ts'
import { insertDiscountCode } from './store.ts'

type Typed = ParsedInput<typeof createEndpoint>['body']

/**
 * Makes a code of an event that is not over. Throws `discount_code_taken` when one of that name stands there, however it was
 * typed, and `ticket_type_not_found` when it is for a type that the event does not have.
 */
export async function createDiscountCode(
  app: App,
  actor: Actor,
  eventId: ManagedEventId,
  typed: Typed,
): Promise<DiscountCodeRow> {
  const made = {
    id: newId(),
    code: normalCode(typed.code),
    percent: typed.percent ?? null,
    amountCents: typed.amountCents ?? null,
    typeIds: typed.ticketTypeIds ? [...new Set(typed.ticketTypeIds)] : null,
    maxUses: typed.maxUses ?? null,
    perPersonLimit: typed.perPersonLimit ?? null,
    startsAt: typed.startsAt ?? null,
    endsAt: typed.endsAt ?? null,
  }
  try {
    return await inTransaction(app, async (app) => {
      const { companyId, state, isExpired } = await findEvent(app, eventId)
      refuseFinance(actor, companyId)
      if (isExpired || state === 'cancelled' || state === 'success') throw new Failure('event_state')
      if (made.typeIds && (await findTypes(app, eventId, made.typeIds)).length < made.typeIds.length) {
        throw new Failure('ticket_type_not_found')
      }
      await insertDiscountCode(app, { ...made, eventId, madeBy: actor.userId })
      const { id, ...after } = made
      await audit(app, actor, 'discount.create', ['discount_code', id], { after: { eventId, ...after } })
      app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId, companyId })))
      return rowOf(await findCode(app, eventId, id))
    })
  } catch (error) {
    if (brokenConstraint(error) === 'discount_codes_standing') throw new Failure('discount_code_taken')
    throw error
  }
}

function rowOf(row: DiscountCodeRow | undefined): DiscountCodeRow {
  if (!row) throw new Error('A code that was just made is not there')
  return row
}
