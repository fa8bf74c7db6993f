/** A settlement is its promoter's; that of somebody else answers as one that does not exist. */
import type { Rule } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { findSettlement } from './queries-settlements.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const ownPromoterSettlement: Rule = async (app, actor, id) => {
  const found = UUID.test(id) ? await findSettlement(app, id) : undefined
  if (!found || !actor || found.promoterId !== actor.userId) throw new Failure('settlement_not_found')
  return found.id
}

export const rules = { ownPromoterSettlement }
