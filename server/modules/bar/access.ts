/** Who serves at an event's bar: its assigned door people who may scan, and its company but for finance. God admins do not. */
import type { App } from '#server/context.ts'
import type { Rule } from '#server/http/bound.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { findEventOfVoucher, mayScan } from './queries.ts'

async function serves(app: App, actor: Actor | null, eventId: string | undefined): Promise<boolean> {
  if (!actor || eventId === undefined) return false
  const hasRole = actor.roles.includes('SCANNER') || actor.roles.includes('ORGANIZATOR')
  return hasRole && !actor.roles.includes('legal') && mayScan(app, actor.userId, eventId)
}

const servedEvent: Rule = async (app, actor, id) => {
  if (!(await serves(app, actor, id))) throw new Failure('event_not_found')
  return id
}

const servedVoucher: Rule = async (app, actor, id) => {
  if (!(await serves(app, actor, await findEventOfVoucher(app, id)))) throw new Failure('drink_voucher_not_found')
  return id
}

export const rules = { servedEvent, servedVoucher }
