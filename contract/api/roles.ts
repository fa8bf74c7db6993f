/** Roles of people. Wire spellings are those that clients know (`ORGANIZATOR`). */
import type { ObjectRule } from './object-rules.ts'

/** From the most powerful to the least: `role` is the first of these that a person has (rule R5.6). */
export const ROLES = ['godAdmin', 'legal', 'admin', 'COMERCIAL', 'ORGANIZATOR', 'RRPP', 'SCANNER', 'CLIENT'] as const
export type Role = (typeof ROLES)[number]

/** The roles on the wire; `godAdmin` and `permission` mark god and legal accounts. */
export const WIRE_ROLES = ['GOD_ADMIN', 'admin', 'COMERCIAL', 'ORGANIZATOR', 'RRPP', 'SCANNER', 'CLIENT'] as const
export type WireRole = (typeof WIRE_ROLES)[number]

export function toWireRole(role: Role): WireRole {
  return role === 'godAdmin' || role === 'legal' ? 'GOD_ADMIN' : role
}

export const STAFF_KINDS = ['RRPP', 'SCANNER', 'COMERCIAL'] as const
export type StaffKind = (typeof STAFF_KINDS)[number]

export const COMPANY_ROLES = ['owner', 'manager', 'finance'] as const
export type CompanyRole = (typeof COMPANY_ROLES)[number]

export type { ObjectRule }

export type Proof<Rule extends ObjectRule> = string & { readonly __proof: Rule }
