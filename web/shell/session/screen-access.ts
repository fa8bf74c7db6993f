/** Whom a screen, or the link to it, is for. The server decides again at every call, by the same rule. */
import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { Admitted } from '#contract/api/areas.ts'

/**
 * God admins pass everywhere. A legal account may do only what names it, whatever else the person is (rule R5.7):
 * a screen that does not would be refused its first call, and that ends the session.
 */
export function mayEnter(
  { roles, godAdmin, permission }: Pick<SessionUser, 'roles' | 'godAdmin' | 'permission'>,
  admitted: readonly Admitted[],
): boolean {
  if (permission === 'legal') return admitted.includes('legal')
  return godAdmin || roles.some((role) => admitted.includes(role))
}
