/** Derives a person's roles from flags, grants, memberships and assignments. */
import { ROLES, type CompanyRole, type Role, type StaffKind } from '#contract/api/roles.ts'

export interface RoleSources {
  readonly isGodAdmin: boolean
  readonly isAdmin: boolean
  readonly permission: string | null
  readonly grantedRoles: readonly string[]
  readonly membership: { readonly companyId: string; readonly role: CompanyRole } | null
  readonly eventRoles: readonly { readonly eventId: string; readonly kind: StaffKind }[]
}

/**
 * Every role that holds, the most powerful first. A legal account is a god admin narrowed to `legal`: it has that role
 * instead of `godAdmin` (rule R5.6). Everybody is a client.
 */
export function rolesOf(sources: RoleSources): Role[] {
  const held = new Set<string>(['CLIENT', ...sources.grantedRoles, ...sources.eventRoles.map(({ kind }) => kind)])
  if (sources.isGodAdmin) held.add(sources.permission === 'legal' ? 'legal' : 'godAdmin')
  if (sources.isAdmin) held.add('admin')
  if (sources.membership) held.add('ORGANIZATOR')
  return ROLES.filter((role) => held.has(role))
}
