/** What a commercial changes of an assigned event, by the organizer's own use cases: `actOnEvent` notifies the company. */
import type * as contract from '#contract/events/commercial-desk.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { saveEvent } from '#server/modules/events/managing/update-event.ts'
import { updateTicketTypes } from '#server/modules/events/managing/update-ticket-types.ts'

export function updateFields(
  app: App,
  { actor, proof, body }: Call<typeof contract.updateBasicInfo> | Call<typeof contract.updateAdvanced>,
): Promise<ManagedEvent> {
  return saveEvent(app, actor, proof, body)
}

export function updateTicketType(
  app: App,
  { actor, proof, params, body: { version, ...fields } }: Call<typeof contract.updateCommercialTicketType>,
): Promise<ManagedEvent> {
  return updateTicketTypes(app, { actor, proof, body: { ticketTypes: [{ ...fields, id: params.typeId }], version } })
}
