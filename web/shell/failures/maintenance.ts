/**
 * The maintenance flag is the server's (`MAINTENANCE`): it writes a mark into every page it serves. Tickets and doors that
 * open from the device never ask it, and must not: an event goes on while we mend something.
 */
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'

const OPEN: readonly string[] = [paths.adminLogin(), paths.scanner(), paths.clientDashboard()]

/** Whether this address shows the maintenance screen: to everybody but admins, except where tickets are shown and read. */
export function isClosed(
  pathname: string,
  user: Pick<SessionUser, 'godAdmin' | 'roles'> | undefined,
  page: Pick<Document, 'querySelector'> = document,
): boolean {
  if (page.querySelector('meta[name="maintenance"]') === null) return false
  if (OPEN.includes(pathname) || pathname.startsWith(paths.ticketLink(''))) return false
  return !(user?.godAdmin === true || user?.roles.includes('admin') === true)
}
