/**
 * Seeds as literals: what a test needs, with everything else filled in by defaults. Rows go straight into the tables,
 * so that a test of one use case does not depend on another.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { CompanyRole, StaffKind } from '#contract/api/roles.ts'
import { newTicketNumber } from '#contract/values/ticket-number.ts'
import type { App } from '#server/context.ts'
import { ensureActiveKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { findIssuing } from '#server/modules/tickets/queries.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { refreshPriceFrom } from '#server/modules/events/store.ts'
import { newId, newTicketId, newToken } from '#server/shared/ids.ts'
import { signTicketCode, ticketCodeHash } from '#server/shared/qr.ts'

export interface GivenUser {
  readonly id: string
  readonly name: string
  readonly phone: string
  readonly mail: string
  /** Bearer token of an open session whose password was just verified. */
  readonly token: string
}

export interface UserLiteral {
  readonly name?: string
  readonly phone?: string | null
  readonly mail?: string
  readonly birthDate?: string | null
  readonly state?: 'pending' | 'active' | 'blocked' | 'deleted'
  readonly isGodAdmin?: boolean
  readonly isAdmin?: boolean
  readonly isLegal?: boolean
  readonly memberOf?: { readonly id: string }
  readonly companyRole?: CompanyRole
  readonly staffOf?: { readonly id: string }
  readonly staffKind?: StaffKind
  readonly canScan?: boolean
  /** Which contacts are verified; both, unless the account waits to be activated. */
  readonly proved?: readonly ('mail' | 'phone')[]
  /** Already hashed; without it a sign-in by password is not possible. */
  readonly passwordHash?: string
}

export interface CompanyLiteral {
  readonly name?: string
  readonly state?: 'pending' | 'approved' | 'rejected'
  /** A connected payment account; its collector id. */
  readonly collectorId?: string | null
  readonly accessToken?: string
}

export interface EventLiteral {
  readonly company?: { readonly id: string }
  readonly name?: string
  readonly state?: 'pending' | 'active' | 'inactive' | 'success' | 'cancelled'
  /** Hours from now; null is undated. */
  readonly startsInHours?: number | null
  readonly lastsHours?: number | null
  readonly isPrivate?: boolean
  readonly capacity?: number | null
  readonly orderLimit?: number
  readonly personLimit?: number
  readonly holdMinutes?: number
  readonly serviceFeeBps?: number
  readonly absorbsServiceFee?: boolean
  readonly minimumAge?: number | null
  readonly forbidsMinors?: boolean
  readonly acceptsCash?: boolean
  readonly city?: string
}

export interface TicketTypeLiteral {
  readonly event: { readonly id: string }
  readonly name?: string
  readonly priceCents?: number
  readonly capacity?: number
  readonly visibility?: 'visible' | 'hidden' | 'courtesy'
  readonly perPersonLimit?: number | null
  readonly saleStartsInHours?: number | null
  readonly saleEndsInHours?: number | null
  readonly validUntilInHours?: number | null
}

export interface TicketLiteral {
  readonly type: { readonly id: string; readonly eventId: string }
  readonly holder?: { readonly id: string }
  readonly state?: 'valid' | 'used' | 'refunded' | 'cancelled' | 'expired'
  readonly epoch?: number
  readonly priceCents?: number
}

export interface GivenTicket {
  readonly id: string
  readonly number: string
  readonly eventId: string
  readonly holderId: string
  readonly epoch: number
  /** Text of its QR. */
  readonly code: string
}

export interface Given {
  user(literal?: UserLiteral): Promise<GivenUser>
  company(literal?: CompanyLiteral): Promise<{ id: string; slug: string }>
  event(literal?: EventLiteral): Promise<{ id: string; number: number; companyId: string }>
  ticketType(literal: TicketTypeLiteral): Promise<{ id: string; eventId: string }>
  /** A ticket of no order, with a code that the door reads. */
  ticket(literal: TicketLiteral): Promise<GivenTicket>
}

const hoursFromNow = (hours: number | null | undefined) =>
  hours === null || hours === undefined ? null : sql<string>`app_now() + make_interval(secs => ${hours * 3600})`

/** Each person's own: two of a few thousand random ones would now and then be the same. */
let phones = randomInt(30_000_000, 89_000_000)

export function createGiven(app: App): Given {
  const given: Given = {
    async user(literal = {}) {
      phones += 1
      const id = newId()
      const user = {
        id,
        name: literal.name ?? 'Camila Ferreyra',
        phone: literal.phone === null ? '' : (literal.phone ?? `+54911${phones}`),
        mail: literal.mail ?? `persona-${id}@previa.example`,
        token: newToken(),
      }
      const proved = literal.proved ?? (literal.state === 'pending' ? [] : (['mail', 'phone'] as const))
      await app.db
        .insertInto('users')
        .values({
          id,
          name: user.name,
          mail: user.mail,
          phone: user.phone || null,
          mail_proved_at: proved.includes('mail') ? sql`app_now()` : null,
          phone_proved_at: user.phone && proved.includes('phone') ? sql`app_now()` : null,
          password_hash: literal.passwordHash ?? null,
          state: literal.state ?? 'active',
          birth_date: literal.birthDate === undefined ? '1995-04-12' : literal.birthDate,
          is_god_admin: literal.isGodAdmin ?? literal.isLegal ?? false,
          is_admin: literal.isAdmin ?? false,
          permission: literal.isLegal ? 'legal' : null,
        })
        .execute()
      await app.db
        .insertInto('sessions')
        .values({
          id: newId(),
          token_hash: hashToken(user.token),
          user_id: id,
          expires_at: sql`app_now() + interval '2 hours'`,
          confirmed_at: sql`app_now()`,
          device: 'test-device',
        })
        .execute()
      if (literal.memberOf) {
        await app.db
          .insertInto('company_members')
          .values({ company_id: literal.memberOf.id, user_id: id, role: literal.companyRole ?? 'owner' })
          .execute()
      }
      if (literal.staffOf) {
        if (literal.staffKind === 'COMERCIAL') {
          // An event has one: the one before leaves it.
          const former = app.db.deleteFrom('event_staff').where('event_id', '=', literal.staffOf.id)
          await former.where('kind', '=', 'COMERCIAL').execute()
        }
        await app.db
          .insertInto('event_staff')
          .values({
            event_id: literal.staffOf.id,
            user_id: id,
            kind: literal.staffKind ?? 'SCANNER',
            can_scan: literal.canScan ?? true,
          })
          .execute()
      }
      return user
    },

    async company(literal = {}) {
      const id = newId()
      const slug = `club-central-${randomBytes(6).toString('hex')}`
      await app.db
        .insertInto('companies')
        .values({ id, name: literal.name ?? 'Club Central', slug, state: literal.state ?? 'approved' })
        .execute()
      await app.db.insertInto('company_slugs').values({ slug, company_id: id }).execute()
      if (literal.collectorId !== null) {
        await app.db
          .insertInto('payment_accounts')
          .values({
            company_id: id,
            state: 'connected',
            collector_id: literal.collectorId ?? String(randomInt(100_000_000, 999_999_999)),
            access_token_sealed: app.vault.seal('payment-account', literal.accessToken ?? 'APP_USR-test'),
            token_expires_at: sql`app_now() + interval '180 days'`,
          })
          .execute()
      }
      return { id, slug }
    },

    async event(literal = {}) {
      const id = newId()
      const companyId = literal.company?.id ?? (await given.company()).id
      const startsInHours = literal.startsInHours === undefined ? 48 : literal.startsInHours
      const lastsHours = literal.lastsHours === undefined ? 6 : literal.lastsHours
      const row = await app.db
        .insertInto('events')
        .values({
          id,
          company_id: companyId,
          name: literal.name ?? 'Fiesta Lunar Rosario',
          description: 'Una noche larga.',
          category_id: 1,
          venue_name: 'Salón Paraná',
          address: 'Av. del Valle 2700',
          city: literal.city ?? 'Rosario',
          province: 'Santa Fe',
          starts_at: hoursFromNow(startsInHours),
          ends_at: startsInHours === null || lastsHours === null ? null : hoursFromNow(startsInHours + lastsHours),
          state: literal.state ?? 'active',
          is_private: literal.isPrivate ?? false,
          minimum_age: literal.minimumAge ?? null,
          forbids_minors: literal.forbidsMinors ?? false,
          accepts_cash: literal.acceptsCash ?? false,
          ...(literal.orderLimit === undefined ? {} : { order_limit: literal.orderLimit }),
          ...(literal.personLimit === undefined ? {} : { person_limit: literal.personLimit }),
          ...(literal.holdMinutes === undefined ? {} : { hold_minutes: literal.holdMinutes }),
          ...(literal.serviceFeeBps === undefined ? {} : { service_fee_bps: literal.serviceFeeBps }),
          absorbs_service_fee: literal.absorbsServiceFee ?? false,
          published_at: sql`app_now()`,
        })
        .returning('number')
        .executeTakeFirstOrThrow()
      await app.db
        .insertInto('event_stock')
        .values({ event_id: id, capacity: literal.capacity ?? null })
        .execute()
      return { id, number: row.number, companyId }
    },

    async ticketType(literal) {
      const id = newId()
      const eventId = literal.event.id
      await app.db
        .insertInto('ticket_types')
        .values({
          id,
          event_id: eventId,
          name: literal.name ?? 'General',
          price_cents: literal.priceCents ?? 1_800_000,
          visibility: literal.visibility ?? 'visible',
          per_person_limit: literal.perPersonLimit ?? null,
          sale_starts_at: hoursFromNow(literal.saleStartsInHours),
          sale_ends_at: hoursFromNow(literal.saleEndsInHours),
          valid_until: hoursFromNow(literal.validUntilInHours),
          position: sql<number>`(select count(*)::int from ticket_types where event_id = ${eventId})`,
        })
        .execute()
      await app.db
        .insertInto('ticket_stock')
        .values({ type_id: id, event_id: eventId, capacity: literal.capacity ?? 100 })
        .execute()
      await refreshPriceFrom(app, eventId)
      return { id, eventId }
    },

    async ticket({ type, holder, state = 'valid', epoch = 1, priceCents = 1_800_000 }) {
      const id = newTicketId()
      const number = newTicketNumber(randomBytes)
      const holderId = holder?.id ?? (await given.user()).id
      const key = await ensureActiveKey(app)
      const { eventNumber, positions } = await findIssuing(app, type.eventId)
      const typePosition = positions.get(type.id) ?? 0
      const code = signTicketCode({ keyId: key.id, eventNumber, ticketId: id, epoch, typePosition }, key.privateKey)
      await app.db
        .insertInto('tickets')
        .values({
          id,
          event_id: type.eventId,
          type_id: type.id,
          number,
          kind: 'paid',
          state,
          payer_id: holderId,
          holder_id: holderId,
          price_cents: priceCents,
          fee_cents: 0,
          epoch,
          key_id: key.id,
          code_hash: ticketCodeHash(code),
          used_at: state === 'used' ? sql`app_now()` : null,
          cancelled_at: state === 'cancelled' ? sql`app_now()` : null,
        })
        .execute()
      return { id, number, eventId: type.eventId, holderId, epoch, code }
    },
  }
  return given
}
