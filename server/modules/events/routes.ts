import { getCompanyEvents } from '#contract/events/events-company.ts'
import * as contract from '#contract/events/events.ts'
import { getCommercialChanges } from '#contract/events/event-changes.ts'
import * as managed from '#contract/events/events-managed.ts'
import * as team from '#contract/events/events-team.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { addStaff } from './staff/add-staff.ts'
import { cancelEvent } from './managing/cancel-event.ts'
import { closeEventSales, openEventSales } from './managing/close-event-sales.ts'
import { createEvent } from './managing/create-event.ts'
import { deactivateEvent } from './managing/deactivate-event.ts'
import { eventsTable } from './managing/documents.ts'
import { duplicateEvent } from './managing/duplicate-event.ts'
import { inviteAgain } from './staff/invite-again.ts'
import { publishEvent } from './managing/publish-event.ts'
import { getEventCard, getPage, listCategories, listOwnTicketTypes, listTicketTypes } from './queries.ts'
import { getEventsOfCompany } from './listing/queries-company.ts'
import { getHome } from './listing/queries-home.ts'
import { listCommercialChanges } from './managing/queries-changes.ts'
import { getManaged, listDashboard, listDashboardPreview } from './managing/queries-manage.ts'
import { getPreview } from './listing/queries-preview.ts'
import { getTeam } from './staff/queries-staff.ts'
import { removeStaff } from './staff/remove-staff.ts'
import { updateEvent } from './managing/update-event.ts'
import { updateTicketTypes } from './managing/update-ticket-types.ts'

export const routes = [
  bind(contract.getEventsHome, (app, { query }) => getHome(app, query)),
  bind(contract.getEventsPreview, getPreview),
  bind(contract.getEventHome, (app, { proof }) => getEventCard(app, proof)),
  bind(contract.getEventPage, (app, { proof }) => getPage(app, proof)),
  bind(contract.getTicketTypes, async (app, { actor, proof }) => ({
    ticketTypes: proof ? await listTicketTypes(app, proof) : await listOwnTicketTypes(app, actor),
  })),
  bind(contract.getCategories, async (app) => ({ categories: await listCategories(app) })),
  bind(getCompanyEvents, getEventsOfCompany),

  ...bindList(
    managed.getEventsDashboard,
    [managed.exportEventsDashboard, managed.exportEventsDashboardSheet],
    listDashboard,
    eventsTable,
  ),
  bind(managed.getEventsDashboardPreview, listDashboardPreview),
  bind(managed.getManagedEvent, (app, { proof }) => getManaged(app, proof)),
  bind(managed.createEvent, (app, { actor, body, files, idempotencyKey }) =>
    createEvent(app, actor, body, { flyer: files.flyer, idempotencyKey }),
  ),
  bind(managed.updateEvent, (app, { actor, proof, body, files }) => updateEvent(app, actor, proof, body, files.flyer)),
  bind(managed.updateEventTickets, updateTicketTypes),
  bind(managed.publishEvent, (app, { actor, proof }) => publishEvent(app, actor, proof)),
  bind(managed.deactivateEvent, deactivateEvent),
  bind(managed.closeEventSales, closeEventSales),
  bind(managed.openEventSales, openEventSales),
  bind(managed.cancelEvent, (app, { actor, proof, body }) => cancelEvent(app, actor, proof, body)),
  bind(managed.duplicateEvent, duplicateEvent),
  bind(getCommercialChanges, listCommercialChanges),

  bind(team.getEventUsers, (app, { actor, proof }) => getTeam(app, actor, proof)),
  bind(team.addEventStaff, (app, { actor, proof, body, waitFor }) => addStaff(app, actor, proof, body, waitFor)),
  bind(team.removeEventStaff, (app, { actor, proof, params, query }) =>
    removeStaff(app, actor, proof, { userId: params.userId, kind: query.kind }),
  ),
  bind(team.inviteStaffAgain, inviteAgain),
]
