/** What the demo's commercial changed of an event, for its organizer to see and undo. */
import type { App } from '#server/context.ts'
import { getManaged, type ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { saveEvent } from '#server/modules/events/managing/update-event.ts'
import { updateTicketTypes } from '#server/modules/events/managing/update-ticket-types.ts'
import type { DemoNight } from './add-nights.ts'
import { actorOf, type DemoPeople } from './people.ts'

/** On the organizer's night to come that is furthest away. */
export async function changeAsCommercial(
  app: App,
  { nights, people }: { nights: readonly DemoNight[]; people: DemoPeople },
): Promise<void> {
  const [last] = nights
    .filter(({ night }) => night.company === 'club' && !night.isDraft && !night.isCancelled && night.inDays > 0)
    .toSorted((a, b) => b.night.inDays - a.night.inDays)
  if (!last) return
  const id = last.id as ManagedEventId // assigned below, as the demo assigns it
  const actor = actorOf(people.of.commercial, {
    roles: ['COMERCIAL', 'CLIENT'],
    role: 'COMERCIAL',
    eventRoles: [{ eventId: id, kind: 'COMERCIAL' }],
  })
  await saveEvent(app, actor, id, { admissionConditions: 'Se entra hasta las 03:00, con DNI.' })
  const [type] = (await getManaged(app, id)).ticketTypes
  if (!type) return
  const body = { ticketTypes: [{ id: type.id, capacity: type.capacity + 20 }] }
  await updateTicketTypes(app, { actor, proof: id, body })
}
