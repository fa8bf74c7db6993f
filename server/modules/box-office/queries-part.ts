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

/** Whom a promoter may name by an id, and what they know of that person. */
export interface KnownPerson {
  /** States in which the account may be. */
  readonly states: readonly string[]
  readonly known: KnownContacts
}

/** As the promoter typed them, or what they found the person by; null for what they do not know. */
export interface KnownContacts {
  readonly name: string | null
  readonly mail: string | null
  readonly phone: string | null
}

/**
 * A person whom a promoter names by their id: one to whom they gave or sold before, whose account may be a pending one too, bound to
 * the contacts that they typed then; or one whom they found by a whole contact, with an active account, of whom they know that
 * contact. Throws `recipient_not_found` for anybody else.
 */
export async function namedById(app: App | Tx, actor: Actor, userId: string): Promise<KnownPerson> {
  const { rows } = await sql<{ served: KnownContacts | null; found: KnownContacts | null }>`
    select (select json_build_object('name', i.recipient_name, 'mail', i.recipient_mail, 'phone', i.recipient_phone)
              from promos p join issuances i on i.promo_id = p.id join tickets t on t.issuance_id = i.id
             where p.promoter_id = ${actor.userId}::uuid and t.payer_id = ${userId}::uuid
             order by i.id desc limit 1) as served,
           (select json_build_object('name', accounts_half_name(u.name), 'mail', case a.after ->> 'by' when 'mail' then u.mail end,
                                     'phone', case a.after ->> 'by' when 'phone' then u.phone end)
              from audit_rows a join users u on u.id::text = a.object_id
             where a.object_type = 'user' and a.object_id = ${userId} and a.actor_id = ${actor.userId}::uuid
               and a.action = 'people.search_for_rrpp'
               and a.at > app_now() - make_interval(hours => ${FOUND_HOURS})
             order by a.at desc limit 1) as found`.execute(app.db)
  const [{ served, found } = {}] = rows
  if (served) return { states: ['active', 'pending'], known: served }
  if (found) return { states: ['active'], known: found }
  throw new Failure('recipient_not_found')
}

/** A recipient's phone and mailbox as they are kept of an issuance (`issuances.recipient_mac`, `recipient_mail_mac`). */
export interface RecipientMacs {
  readonly phone: Buffer
  readonly mail: Buffer | null
}

/**
 * By what the person got a courtesy of the type that keeps its place, from whomever: their phone, the account that it led to, or a mail of
 * the same mailbox. Null when they have none.
 */
export async function findCourtesyOf(
  app: Core,
  { eventId, typeId, macs, userId }: Record<'eventId' | 'typeId' | 'userId', string> & { readonly macs: RecipientMacs },
): Promise<'phone' | 'mail' | null> {
  const isByPhone = sql<boolean>`(i.recipient_mac = ${macs.phone} or t.payer_id = ${userId}::uuid)`
  const row = await app.db
    .selectFrom('issuances as i')
    .innerJoin('tickets as t', 't.issuance_id', 'i.id')
    .select(isByPhone.as('isByPhone'))
    .where('i.event_id', '=', eventId)
    .where((eb) => eb.or([isByPhone, eb('i.recipient_mail_mac', '=', macs.mail)]))
    .where('i.type_id', '=', typeId)
    .where('i.kind', '=', 'courtesy')
    .where(sql<boolean>`tickets_has_place(t.state)`)
    .orderBy('isByPhone', 'desc')
    .executeTakeFirst()
  if (!row) return null
  return row.isByPhone ? 'phone' : 'mail'
}
