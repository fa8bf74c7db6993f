/** Which events a caller may see or manage. A foreign event answers exactly as one that does not exist. */
import type { App } from '#server/context.ts'
import type { Rule } from '#server/http/bound.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NUMBER = /^\d{1,9}$/
const PUBLIC_STATES = ['active', 'success', 'cancelled']

interface Owned {
  readonly id: string
  readonly companyId: string
}

async function findEvent(app: App, idOrNumber: string) {
  if (!UUID.test(idOrNumber) && !NUMBER.test(idOrNumber)) return undefined
  return app.db
    .selectFrom('events')
    .select(['id', 'company_id as companyId', 'state', 'is_private as isPrivate'])
    .where((eb) => (UUID.test(idOrNumber) ? eb('id', '=', idOrNumber) : eb('number', '=', Number(idOrNumber))))
    .executeTakeFirst()
}

/** What of a person decides which events they see. */
export type Viewer = Pick<Actor, 'roles' | 'companyId' | 'eventRoles'>

/** Whether the caller's roles reach this event: every one for god and admin, the company's own, the assigned ones. */
export function mayManage(actor: Viewer, event: Owned): boolean {
  const has = (role: Actor['role']) => actor.roles.includes(role)
  if (has('godAdmin') || has('admin')) return true
  if (has('ORGANIZATOR') && actor.companyId === event.companyId) return true
  return has('COMERCIAL') && actor.eventRoles.some(({ eventId, kind }) => eventId === event.id && kind === 'COMERCIAL')
}

/** Takes an id. What of it the caller may do is the endpoint's list of roles. */
const managedEvent: Rule = async (app, actor, id) => {
  const event = NUMBER.test(id) ? undefined : await findEvent(app, id)
  if (!event || !actor || !mayManage(actor, event)) throw new Failure('event_not_found')
  return event.id
}

/**
 * Takes an id or a number and gives the id. Anybody sees what is public; the rest only its own company, its staff and
 * administrators.
 */
const visibleEvent: Rule = async (app, actor, idOrNumber) => {
  const event = await findEvent(app, idOrNumber)
  if (!event) throw new Failure('event_not_found')
  if (!event.isPrivate && PUBLIC_STATES.includes(event.state)) return event.id
  if (actor && isAmongItsPeople(actor, event)) return event.id
  throw new Failure('event_not_found')
}

/** Whether somebody sees an event that the public does not: administrators, its company, its staff of any kind. */
export function isAmongItsPeople(viewer: Viewer, event: Owned): boolean {
  return mayManage(viewer, event) || viewer.eventRoles.some(({ eventId }) => eventId === event.id)
}

export const rules = { managedEvent, visibleEvent }
