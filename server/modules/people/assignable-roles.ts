/** Which roles a person may give and take (rules R8.9, R8.10). */
import type { AssignableRole } from '#contract/accounts/people.ts'
import type { Role, WireRole } from '#contract/api/roles.ts'

const PER_EVENT: readonly AssignableRole[] = [
  { id: 'RRPP', name: 'RRPP', isPerEvent: true },
  { id: 'SCANNER', name: 'Escáner', isPerEvent: true },
]
const BY_NAME: readonly AssignableRole[] = [{ id: 'COMERCIAL', name: 'Comercial', isPerEvent: false }]

/**
 * Organizers give work at their own events; god admins also the role of commercial. Organizers are made by the approval of
 * their company, administrators from the command line alone; support and legal give none.
 */
export function assignableRoles(roles: readonly Role[]): readonly AssignableRole[] {
  if (roles.includes('godAdmin')) return [...PER_EVENT, ...BY_NAME]
  return roles.includes('ORGANIZATOR') ? PER_EVENT : []
}

/** The role when these roles may give it. */
export function findAssignable(roles: readonly Role[], id: WireRole): AssignableRole | undefined {
  return assignableRoles(roles).find((role) => role.id === id)
}
