/** What binds a promoter who issues: their part, whom they may name, and who has a courtesy already (rules R12.3, R12.11). */
import { sql } from 'kysely'
import type { FailureCode } from '#contract/api/failures.ts'
import type { App, Core, Tx } from '#server/context.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import type { Grant } from './decide-issuance.ts'
import { findPromo, type FoundPromo } from './queries-promos.ts'

/** Somebody found by a whole phone or mail may be named by their id for so long. */
const FOUND_HOURS = 24

export type Part = Grant & { readonly id: string }

export function grantOf(promo: Omit<FoundPromo, 'id' | 'code' | 'promoterId' | 'uses'>): Grant {
  const { isActive, isListClosed, maxUses, remainingUses, canSellInPerson, debtCents, debtLimitCents } = promo
  return {
    isActive,
    isListClosed,
    maxUses,
    usesLeft: remainingUses,
    allowedTypeIds: promo.allowedTypes?.map((type) => type.id) ?? null,
    canSellInPerson,
    debtCents,
    debtLimitCents,
  }
}

/** A promoter's part in an event, made where there is none. */
async function ensurePart(app: Core, eventId: string, promoterId: string): Promise<FoundPromo> {
  const found = await findPromo(app, eventId, promoterId)
  if (found) return found
  await ensurePromo(app, eventId, promoterId)
  const made = await findPromo(app, eventId, promoterId)
  if (!made) throw new Error('A promo that was just made is not found')
  return made
}

/**
 * The caller's part in an event that is held, as it is now: sessions remember assignments for seconds. Throws `missing` for
 * a promoter who was taken off. Null for a god admin who is none of its promoters: no grant binds them.
 */
export async function lockPart(
  app: Tx,
  actor: Actor,
  eventId: string,
  missing: FailureCode = 'event_not_found',
): Promise<Part | null> {
  const assignment = await app.db
    .selectFrom('event_staff')
    .select('user_id')
    .where('event_id', '=', eventId)
    .where('user_id', '=', actor.userId)
    .where('kind', '=', 'RRPP')
    .forShare()
    .executeTakeFirst()
  if (assignment) {
    const promo = await ensurePart(app, eventId, actor.userId)
    return { id: promo.id, ...grantOf(promo) }
  }
  if (actor.roles.includes('godAdmin')) return null
  throw new Failure(missing)
}

/**
 * In which states an account may be that the caller names by its id: of a person to whom they gave or sold before a pending one too,
 * which is bound to the contacts that they typed then; of one whom they found by a whole contact an active one. Throws
 * `recipient_not_found` for anybody else.
 */
export async function statesNamedById(app: App | Tx, actor: Actor, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ isServed: boolean; isFound: boolean }>`
    select exists (select from promos p join issuances i on i.promo_id = p.id join tickets t on t.issuance_id = i.id
                    where p.promoter_id = ${actor.userId}::uuid and t.payer_id = ${userId}::uuid) as "isServed",
           exists (select from audit_rows a
                    where a.object_type = 'user' and a.object_id = ${userId} and a.actor_id = ${actor.userId}::uuid
                      and a.action = 'people.search_for_rrpp'
                      and a.at > app_now() - make_interval(hours => ${FOUND_HOURS})) as "isFound"`.execute(app.db)
  const [known] = rows
  if (known?.isServed) return ['active', 'pending']
  if (known?.isFound) return ['active']
  throw new Failure('recipient_not_found')
}

/** Whether the person has a courtesy of the type that keeps its place, from whomever. */
export async function hasCourtesy(
  app: Core,
  { eventId, typeId, mac }: { readonly eventId: string; readonly typeId: string; readonly mac: Buffer },
): Promise<boolean> {
  const row = await app.db
    .selectFrom('issuances as i')
    .innerJoin('tickets as t', 't.issuance_id', 'i.id')
    .select('i.id')
    .where('i.event_id', '=', eventId)
    .where('i.recipient_mac', '=', mac)
    .where('i.type_id', '=', typeId)
    .where('i.kind', '=', 'courtesy')
    .where(sql<boolean>`tickets_has_place(t.state)`)
    .executeTakeFirst()
  return row !== undefined
}
