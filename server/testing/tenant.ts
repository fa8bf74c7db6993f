/** Two tenants and everybody who may knock: a company with one of everything, and people of each role around it. */
import type { Role } from '#contract/api/roles.ts'
import type { TestApp } from './app.ts'
import type { GivenUser } from './given.ts'
import { recordOf, samples, type ActorName, type TargetObjects } from './samples.ts'

export const ACTORS: readonly ActorName[] = [
  'anonymous',
  'client',
  'promoter',
  'scanner',
  'commercial',
  'organizer',
  'admin',
  'legal',
  'god',
]

/** What each is to the server. A legal account is a client as everybody is, but may do only what names it. */
export const ROLES_OF: Readonly<Record<ActorName, readonly Role[]>> = {
  anonymous: [],
  client: ['CLIENT'],
  promoter: ['RRPP', 'CLIENT'],
  scanner: ['SCANNER', 'CLIENT'],
  commercial: ['COMERCIAL', 'CLIENT'],
  organizer: ['ORGANIZATOR', 'CLIENT'],
  admin: ['admin', 'CLIENT'],
  legal: ['legal'],
  god: ['godAdmin', 'CLIENT'],
}

/** Ids of nothing. */
export function nowhere(): TargetObjects {
  const made = Object.entries(recordOf('kinds')).map(([kind, { makeId }]) => [kind, makeId()])
  return Object.fromEntries(made) as TargetObjects // an object kind of the contract is some module's
}

export interface Tenant {
  readonly objects: TargetObjects
  /** Of the same company: another event with all that hangs on it. */
  readonly sibling: TargetObjects
  readonly owner: GivenUser
}

/** A company with two events; private, so that being seen is already a right. */
export async function givenTenant(server: TestApp): Promise<Tenant> {
  const company = await server.given.company()
  const owner = await server.given.user({ memberOf: company })
  const events = [await givenEvent(server, company.id), await givenEvent(server, company.id)] as const
  return { objects: events[0], sibling: events[1], owner }
}

async function givenEvent(server: TestApp, company: string): Promise<TargetObjects> {
  const event = await server.given.event({ company: { id: company }, isPrivate: true, state: 'active' })
  const type = await server.given.ticketType({ event })
  const holder = await server.given.user({ staffOf: event, staffKind: 'RRPP' })
  const at = { event: event.id, ticketType: type.id, company, user: holder.id }
  const objects = await givenBelongings(server, at, holder)
  for (const { things } of samples) Object.assign(objects, await things?.(server, objects))
  return objects
}

/** What one person has, of each kind that is a person's: a ticket of an event, the order it came by, another session … */
export async function givenBelongings(
  server: TestApp,
  at: Pick<TargetObjects, 'event' | 'ticketType' | 'company'>,
  person: GivenUser,
): Promise<TargetObjects> {
  const objects = { ...at } as TargetObjects // with what each module adds
  for (const { belongings } of samples) Object.assign(objects, await belongings?.(server, objects, person))
  return objects
}

/** The newest of each company. */
const organizers = new Map<string, string>()

/**
 * A new person in that role: staff at the tenant's first event, the organizer as an owner of its company. The organizer before
 * leaves the company: every owner is notified of some changes, and hundreds of them would make each such call wait.
 */
export async function givenActor(
  { app, given }: TestApp,
  name: Exclude<ActorName, 'anonymous'>,
  { event, company }: TargetObjects,
): Promise<GivenUser> {
  const at = { id: event }
  switch (name) {
    case 'client':
      return given.user()
    case 'promoter':
      return given.user({ staffOf: at, staffKind: 'RRPP' })
    case 'scanner':
      return given.user({ staffOf: at, staffKind: 'SCANNER' })
    case 'commercial':
      return given.user({ staffOf: at, staffKind: 'COMERCIAL' })
    case 'organizer': {
      const former = organizers.get(company)
      if (former !== undefined) await app.db.deleteFrom('company_members').where('user_id', '=', former).execute()
      const organizer = await given.user({ memberOf: { id: company } })
      organizers.set(company, organizer.id)
      return organizer
    }
    case 'admin':
      return given.user({ isAdmin: true })
    case 'legal':
      return given.user({ isLegal: true })
    case 'god':
      return given.user({ isGodAdmin: true })
  }
}
