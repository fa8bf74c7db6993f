/** Who makes a request, as use cases see them. */
import type { CompanyRole, Role, StaffKind } from '#contract/api/roles.ts'

/** Where a request came from, for audit rows and limits. */
export interface RequestOrigin {
  readonly requestId: string
  readonly ip: string
  /** Stable identifier of the browser or device, from our own header; falls back to the address. */
  readonly device: string
  /** What the browser calls itself, at most 300 characters; only to name sessions to their owner. */
  readonly agent?: string
}

/** Whether a request said which device it comes from; an address belongs to no single caller. */
export function namesDevice(device: string): boolean {
  return !device.startsWith('ip ')
}

/** A signed-in person with what they may do right now, read at the request (at most 5 s old). */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  /** Every role that holds; `role` is the most powerful. */
  readonly roles: readonly Role[]
  readonly role: Role
  readonly companyId: string | null
  readonly companyRole: CompanyRole | null
  readonly eventRoles: readonly { readonly eventId: string; readonly kind: StaffKind }[]
  readonly impersonatorId: string | null
  /** Whether the password was proved in the last 15 minutes. */
  readonly isConfirmed: boolean
  readonly origin: RequestOrigin
}

export function isAdministrator({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('admin') || roles.includes('godAdmin')
}

/** Whether the person owns the company that they work for. */
export function isCompanyOwner({ roles, companyRole }: Pick<Actor, 'roles' | 'companyRole'>): boolean {
  return companyRole === 'owner' && roles.includes('ORGANIZATOR')
}
