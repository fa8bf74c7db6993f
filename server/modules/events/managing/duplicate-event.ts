/** Copies an event. */
import type { TicketTypeFields } from '#contract/events/event-fields.ts'
import type { duplicateEvent as endpoint, ManagedEvent } from '#contract/events/events-managed.ts'
import { shorten } from '#contract/values/text.ts'
import type { App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import { findFeeTerms } from '#server/modules/companies/fees/queries.ts'
import { setEventCapacity } from '#server/modules/stock/store.ts'
import { newId } from '#server/shared/ids.ts'
import { getManaged, type ManagedEventId } from './queries-manage.ts'
import { copyEvent, lockEvent } from '../store.ts'
import { newTypeList } from './ticket-type-list.ts'
import { writeTypes } from './write-types.ts'

const MAX_NAME_LENGTH = 80
const SUFFIX = ' (copia)'

/**
 * Makes a draft with the same fields, flyer and ticket types, without dates and without anything that depends on them.
 * The same `key` again gives the same copy.
 */
export async function duplicateEvent(
  app: App,
  { actor, proof: id, idempotencyKey: key }: Call<typeof endpoint>,
): Promise<ManagedEvent> {
  const request = { call: 'event.duplicate', id }
  return once(app, { actorId: actor.userId, key, request }, async (app) => {
    const original = await getManaged(app, id)
    const copyId = newId()
    const name = shorten(original.name, MAX_NAME_LENGTH - SUFFIX.length) + SUFFIX
    const { company_id: companyId } = await lockEvent(app, id)
    refuseFinance(actor, companyId)
    await copyEvent(app, id, { id: copyId, name, feeTerms: await findFeeTerms(app, companyId) })
    await setEventCapacity(app, copyId, original.capacity)
    await writeTypes(app, copyId, newTypeList(original.ticketTypes.map(copyType)))
    await audit(app, actor, 'event.duplicate', ['event', copyId], { after: { copyOf: id, name } })
    return getManaged(app, copyId as ManagedEventId) // the copy of an event that this caller manages
  })
}

function copyType(type: Awaited<ReturnType<typeof getManaged>>['ticketTypes'][number]): TicketTypeFields {
  const { name, description, price, capacity, visibility, perPersonLimit } = type
  return { name, description, price, capacity, visibility, perPersonLimit }
}
