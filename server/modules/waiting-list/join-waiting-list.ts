/** A person asks to be notified when places of a sold-out type come free. */
import type { OwnWaiting } from '#contract/events/waiting-list.ts'
import type { joinWaitingList as endpoint } from '#contract/events/waiting-list-join.ts'
import { inTransaction, type App, type Core } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { openChannels } from '#server/modules/notifications/send-message.ts'
import { isSoldOut } from '#server/modules/stock/places-left.ts'
import { placesAllowed } from '#server/modules/stock/person-limits.ts'
import { unprovedContact } from '#server/modules/accounts/contact/unproved-contact.ts'
import { Failure } from '#server/shared/failure.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { waitlistStatus, type WaitingFacts } from './offers.ts'
import { findJoining, findOpenEntry, findTypeEvent, listOwn } from './queries.ts'
import { insertEntry, lockWaitlist } from './store.ts'

/**
 * Puts the person at the end of the waitlist, or gives the place that they have for the same quantity; for another one it is
 * `already_waiting`. Throws what `joinWaitingList` declares (rule R19.1).
 */
export async function joinWaitingList(
  app: App,
  { actor, proof: typeId, body: { quantity } }: Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'body'>,
): Promise<OwnWaiting> {
  return inTransaction(app, async (app) => {
    const eventId = await findTypeEvent(app, typeId)
    const facts = eventId === undefined ? null : await lockWaitlist(app, eventId, 0)
    if (eventId === undefined || facts === null) throw new Failure('ticket_type_not_found')
    const own = await findOpenEntry(app, typeId, actor.userId)
    if (own && own.quantity !== quantity) throw new Failure('already_waiting')
    if (!own) {
      await checkMayJoin(app, facts, { eventId, typeId, quantity, personId: actor.userId })
      const id = newId()
      await insertEntry(app, { id, eventId, typeId, personId: actor.userId, quantity })
      await audit(app, actor, 'waiting_list.join', ['waiting_list_entry', id], { after: { eventId, typeId, quantity } })
      const { companyId } = facts.event
      app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId, companyId })))
    }
    return entryOf(await listOwn(app, eventId, actor.userId), typeId)
  })
}

async function checkMayJoin(
  app: Core,
  { atMs, event, types }: WaitingFacts,
  { personId, quantity, ...of }: { eventId: string; typeId: string; quantity: number; personId: string },
): Promise<void> {
  const type = types.find(({ id }) => id === of.typeId)
  if (!type?.isOffered) throw new Failure('ticket_type_not_found')
  if (waitlistStatus(atMs, event, type) !== 'open') throw new Failure('waiting_list_closed')
  if (!isSoldOut(type, event, types)) throw new Failure('not_sold_out')
  if (quantity > event.orderLimit) throw new Failure('order_limit')
  const person = await findJoining(app, personId, of)
  if (!person.hasPhone) throw new Failure('profile_incomplete')
  const reached = openChannels(app).some((channel) => (channel === 'mail' ? person.mail : person.phone) !== null)
  if (!person.isProved || !reached) throw unprovedContact('waiting')
  const taken = { ofEvent: person.takenOfEvent, ofType: person.takenOfType }
  if (quantity > placesAllowed(event, type, taken)) throw new Failure('person_limit')
}

function entryOf(own: readonly OwnWaiting[], typeId: string): OwnWaiting {
  const entry = own.find(({ ticketTypeId }) => ticketTypeId === typeId)
  if (!entry) throw new Error('A person who just joined has no entry')
  return entry
}
