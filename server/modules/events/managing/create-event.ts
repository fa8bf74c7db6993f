/** A new event. */
import type { ParsedInput } from '#contract/api/endpoint.ts'
import type { createEvent as createEventEndpoint, ManagedEvent } from '#contract/events/events-managed.ts'
import { eventFlyer } from '#contract/api/files.ts'
import type { App, Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { once } from '#server/db/once.ts'
import type { UploadedFile } from '#server/http/bound.ts'
import { refuseFinance } from '#server/modules/companies/access.ts'
import { findFeeTerms } from '#server/modules/companies/fees/queries.ts'
import { isCompanyApproved } from '#server/modules/companies/queries.ts'
import { withImage } from '#server/modules/media/save-image.ts'
import { setEventCapacity } from '#server/modules/stock/store.ts'
import type { Actor } from '#server/shared/actor.ts'
import { sha256 } from '#server/shared/crypto.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { checkCategory } from '../queries.ts'
import { readSchedule } from './event-schedule.ts'
import { getManaged, type ManagedEventId } from './queries-manage.ts'
import { insertEvent } from '../store.ts'
import { checkSaleWindows, newTypeList } from './ticket-type-list.ts'
import { writeTypes } from './write-types.ts'

type Input = ParsedInput<typeof createEventEndpoint>['body']

/**
 * Makes a draft of the caller's company, or of the one that a god admin names; the same `idempotencyKey` again gives the
 * same event. Throws `company_not_approved`, `company_not_found`, `company_role_not_allowed`, `invalid_input` naming fields,
 * the image failures and those of `once`.
 */
export async function createEvent(
  app: App,
  actor: Actor,
  { ticketTypes, companyId: namedCompany, ...fields }: Input,
  { flyer, idempotencyKey: key }: { flyer: UploadedFile | undefined; idempotencyKey?: string | undefined },
): Promise<ManagedEvent> {
  const companyId = await companyOf(app, actor, namedCompany)
  refuseFinance(actor, companyId)
  const schedule = readSchedule(fields)
  const types = newTypeList(ticketTypes)
  checkSaleWindows(ticketTypes, schedule)
  await checkCategory(app, fields.categoryId)
  const request = { call: 'event.create', companyId, ...fields, ticketTypes, flyer: flyer && digest(flyer) }
  const make = async (app: Tx, flyerId: string | null) => {
    const id = newId()
    await insertEvent(app, { id, companyId, fields, schedule, flyerId, feeTerms: await findFeeTerms(app, companyId) })
    await setEventCapacity(app, id, fields.capacity ?? null)
    await writeTypes(app, id, types)
    await audit(app, actor, 'event.create', ['event', id], { after: { companyId, ...fields, flyerId, ticketTypes } })
    return getManaged(app, id as ManagedEventId) // made for this caller's company a moment ago
  }
  return withImage(app, flyer, eventFlyer, (flyerId) =>
    once(app, { actorId: actor.userId, key, request }, (app) => make(app, flyerId)),
  )
}

function digest({ bytes }: UploadedFile): string {
  return sha256(bytes).toString('hex')
}

async function companyOf(app: App, actor: Actor, named: string | undefined): Promise<string> {
  // Membership of a company that is not approved does not count: the session then knows no company.
  const companyId = actor.roles.includes('godAdmin') ? (named ?? actor.companyId) : actor.companyId
  if (companyId === null && actor.roles.includes('godAdmin')) {
    throw new Failure('invalid_input', [{ path: ['companyId'], message: 'Elegí la organización' }])
  }
  if (companyId === null) throw new Failure('company_not_approved')
  const isApproved = await isCompanyApproved(app, companyId)
  if (isApproved === null) throw new Failure('company_not_found')
  if (!isApproved) throw new Failure('company_not_approved')
  return companyId
}
