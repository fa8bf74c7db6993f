/** A person leaves the waitlist. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { leaveWaitingList as endpoint } from '#contract/events/waiting-list.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { findOpenEntry, findTypeEvent, listOpenEntries } from './queries.ts'
import type { WaitingEvent } from './offers.ts'
import { changeWaitlist, lockWaitlist } from './store.ts'

/** Takes the person out of a type's waitlist and gives up their offer. Throws `not_waiting` when they are not in it. */
export async function leaveWaitingList(
  app: App,
  { actor, proof: typeId }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  return inTransaction(app, async (app) => {
    const eventId = await findTypeEvent(app, typeId)
    const facts = eventId === undefined ? null : await lockWaitlist(app, eventId, 0)
    if (eventId === undefined || facts === null) throw new Failure('ticket_type_not_found')
    const own = await findOpenEntry(app, typeId, actor.userId)
    if (!own) throw new Failure('not_waiting')
    await changeWaitlist(app, { eventId, atMs: facts.atMs, ended: [{ id: own.id, state: 'left' }] })
    await audit(app, actor, 'waiting_list.leave', ['waiting_list_entry', own.id], { before: { state: own.state } })
    publishListChange(app, eventId, facts.event)
    return { ticketTypeId: typeId }
  })
}

/** Removes a closed account from every waitlist, one event after the other. */
export async function leaveAllLines(app: App, personId: string): Promise<void> {
  const open = await listOpenEntries(app, personId)
  for (const eventId of new Set(open.map((entry) => entry.eventId))) {
    await inTransaction(app, async (app) => {
      const facts = await lockWaitlist(app, eventId, 0)
      const still = (await listOpenEntries(app, personId)).filter((entry) => entry.eventId === eventId)
      if (!facts || still.length === 0) return
      await changeWaitlist(app, { eventId, atMs: facts.atMs, ended: still.map(({ id }) => ({ id, state: 'left' })) })
      publishListChange(app, eventId, facts.event)
    })
  }
}

function publishListChange(app: Tx, eventId: string, { companyId }: WaitingEvent): void {
  app.afterCommit(({ bus }) => publishChange(bus, eventTopics({ eventId, companyId })))
}
