/**
 * Which events a person sees and manages. `reachOf` alone says it. Its answer is applied to one event (`isWithin`) or to the
 * rows of a list (`rowsWithin`).
 */
import { sql, type RawBuilder } from 'kysely'
import { STAFF_KINDS, type StaffKind } from '#contract/api/roles.ts'
import { isAdministrator, type Actor } from '#server/shared/actor.ts'

/** Facts about a person that decide which events they reach. */
export type Viewer = Pick<Actor, 'roles' | 'companyId' | 'eventRoles'>

export interface Reach {
  readonly isAll: boolean
  readonly companyId: string | null
  readonly eventIds: readonly string[]
}

/**
 * Every event for god and admin accounts, the company's for its people, and what they were assigned to in one of `kinds`
 * (docs/permissions.md, object rules). A role that an endpoint does not admit is not among `roles`
 * and reaches nothing there.
 */
export function reachOf(viewer: Viewer, kinds: readonly StaffKind[]): Reach {
  const { roles, companyId, eventRoles } = viewer
  const assigned = eventRoles.filter(({ kind }) => kinds.includes(kind) && roles.includes(kind))
  return {
    isAll: isAdministrator(viewer),
    companyId: roles.includes('ORGANIZATOR') ? companyId : null,
    eventIds: assigned.map(({ eventId }) => eventId),
  }
}

/** The events that a person manages; what they may do there is each endpoint's list of roles. */
export function managedBy(viewer: Viewer): Reach {
  return reachOf(viewer, ['COMERCIAL'])
}

/** Those, and the ones that a person sells as a promoter. */
export function promotedBy(viewer: Viewer): Reach {
  return reachOf(viewer, ['COMERCIAL', 'RRPP'])
}

/** The events that a person promotes. Of a call that organizers may not make: their company's are none of it. */
export function assignedTo(viewer: Viewer): Reach {
  return { ...reachOf(viewer, ['RRPP']), companyId: null }
}

/** The events that a person sees although the public does not. */
export function seenBy(viewer: Viewer): Reach {
  return reachOf(viewer, STAFF_KINDS)
}

export function isWithin(event: { readonly id: string; readonly companyId: string }, reach: Reach): boolean {
  return reach.isAll || event.companyId === reach.companyId || reach.eventIds.includes(event.id)
}

/** The same of the rows of a query (alias `e`). */
export function rowsWithin({ isAll, companyId, eventIds }: Reach): RawBuilder<boolean> {
  if (isAll) return sql<boolean>`true`
  const ways: RawBuilder<boolean>[] = []
  if (companyId !== null) ways.push(sql`e.company_id = ${companyId}::uuid`)
  if (eventIds.length > 0) ways.push(sql`e.id = any(${eventIds}::uuid[])`)
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ways, sql` or `)})`
}
