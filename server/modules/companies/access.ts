/** Access to a company. */
import type { Rule } from '#server/http/bound.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { isCompanyApproved } from './queries.ts'

/** God, legal and admin accounts, of companies that are not approved too (rule R7.3). */
export function seesEveryCompany(actor: Actor): boolean {
  return actor.roles.some((role) => role === 'godAdmin' || role === 'legal' || role === 'admin')
}

/** A member's own company; any that exists for god, legal and admin accounts. Others' answer `company_not_found`. */
const managedCompany: Rule = async (app, actor, id) => {
  if (actor?.companyId === id) return id
  if (actor && seesEveryCompany(actor) && (await isCompanyApproved(app, id)) !== null) return id
  throw new Failure('company_not_found')
}

/**
 * Refuses, with `company_role_not_allowed`, the company's finance people, who read and refund but do not run events
 * (rule R7.1). Not `forbidden`: that says "your role can never do this" and ends the session, while a member's
 * role is the owner's to change. God admins act for every company.
 */
export function refuseFinance(actor: Actor, companyId: string): void {
  const isOnlyFinance = actor.companyId === companyId && actor.companyRole === 'finance'
  if (isOnlyFinance && !actor.roles.includes('godAdmin')) throw new Failure('company_role_not_allowed')
}

export function isOwner(actor: Actor, companyId: string): boolean {
  return actor.companyId === companyId && actor.companyRole === 'owner'
}

/** Throws `owner_only`: only owners read and change the members of a company (rule R7.11). */
export function requireOwnerOrGod(actor: Actor, companyId: string): void {
  if (!isOwner(actor, companyId) && !actor.roles.includes('godAdmin')) throw new Failure('owner_only')
}

/** Throws `mp_not_authorized` unless the actor owns the company: only the owner moves its money (rule R7.1). */
export function requireOwner(actor: Actor, companyId: string): void {
  if (!isOwner(actor, companyId)) throw new Failure('mp_not_authorized')
}

/** Allows the owner and god admins to set what receipts print about the company (rule R7.8). */
export function mayChangeFiscalData(actor: Actor, companyId: string): boolean {
  return isOwner(actor, companyId) || actor.roles.includes('godAdmin')
}

export const rules = { managedCompany }
