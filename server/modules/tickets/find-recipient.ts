/** Whom a ticket goes to that somebody else hands over or makes. */
import type { FailureCode } from '#contract/api/failures.ts'
import type { App, Core, Tx } from '#server/context.ts'
import type { AuditOrigin } from '#server/db/audit.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { makePendingAccount } from '#server/modules/accounts/registration/make-pending-account.ts'
import { Failure } from '#server/shared/failure.ts'

export interface NamedRecipient {
  readonly userId?: string | undefined
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly mail?: string | undefined
}

/**
 * The person whom a ticket goes to, who is neither blocked nor deleted. An id must be of an active account: a pending one is
 * bound to the contacts that its link was sent to, and is named by them; `states` are those of callers who named it by them before. Throws `missing` unless there is an id, or name, phone
 * and mail together.
 */
export async function findRecipient(
  app: App | Tx,
  actor: AuditOrigin,
  { userId, name, phone, mail }: NamedRecipient,
  missing: FailureCode,
  states: readonly string[] = ['active'],
) {
  if (userId !== undefined) return findPerson(app, userId, states)
  if (name === undefined || phone === undefined || mail === undefined) throw new Failure(missing)
  // The mail of the ticket has the link.
  const { userId: named } = await makePendingAccount(app, actor, { name, phone, mail }, { isLinkInMail: true })
  return findPerson(app, named)
}

/** Throws `recipient_not_found`. */
export async function findPerson(app: Core, userId: string, states: readonly string[] = ['active', 'pending']) {
  const person = await findReachable(app, userId)
  if (!person || !states.includes(person.state)) throw new Failure('recipient_not_found')
  return person
}
