/** Raffles of an event: managed by the people who sell it, visible with the event; anybody can verify a draw by repeating it. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventSellers } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { listOf } from '#contract/api/lists.ts'
import { updateOf } from '#contract/api/update.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { line, paragraph } from '#contract/values/text.ts'

export const MAX_RAFFLES = 50
export const RAFFLE_STATES = ['draft', 'open', 'closed', 'drawn', 'published', 'cancelled'] as const
export type RaffleState = (typeof RAFFLE_STATES)[number]

/** Who takes part besides those who enter by themselves: every ticket holder, every holder who came, or only those. */
export const RAFFLE_ENTRANTS = ['holders', 'checked_in', 'opt_in'] as const
export type RaffleEntrants = (typeof RAFFLE_ENTRANTS)[number]

const between = (least: number, short: string) =>
  z.int().check(z.minimum(least, short), z.maximum(20, 'Son demasiados'))

const fields = z.object({
  prize: line({ min: 2, max: 200, short: 'Decí qué se sortea' }),
  /** The rules ("bases"), which opening demands. */
  rules: z._default(paragraph({ max: 5000 }), ''),
  winners: between(1, 'Elegí al menos un ganador'),
  alternates: z._default(between(0, 'No puede ser negativo'), 0),
  entrants: z._default(z.enum(RAFFLE_ENTRANTS), 'holders'),
})

const hash = z.string()
export const raffle = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  prize: z.string(),
  rules: z.string(),
  winners: z.int(),
  alternates: z.int(),
  entrants: z.enum(RAFFLE_ENTRANTS),
  state: z.enum(RAFFLE_STATES),
  /** People with a code; those with a ticket get theirs when entries close. */
  entries: z.int(),
  /** SHA-256 of the seed, from the opening on. */
  seedHash: z.nullable(hash),
  /** SHA-256 of the codes that take part, from the closing on. */
  listHash: z.nullable(hash),
  openedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  drawnAt: z.nullable(instant),
  publishedAt: z.nullable(instant),
  cancelledAt: z.nullable(instant),
})
export type Raffle = z.infer<typeof raffle>

export const rafflePlace = z.object({
  /** From 1; winners first, alternates after them. Null of a drawn code that did not take part any more at the draw. */
  place: z.nullable(z.int()),
  isAlternate: z.boolean(),
  code: z.string(),
  /** Masked, but to the people of the event; null of an account that was closed. */
  name: z.nullable(z.string()),
})
export type RafflePlace = z.infer<typeof rafflePlace>

export const rafflePage = z.extend(raffle, {
  /** The slug of a public one. */
  event: z.object({
    id: z.uuid(),
    slug: z.nullable(z.string()),
    name: z.string(),
    /** Over or cancelled: nobody enters any more. */
    hasEnded: z.boolean(),
  }),
  /** Hexadecimal, from the draw on. */
  seed: z.nullable(z.string()),
  /** The codes that were drawn, in the order of the draw: once published; the people of the event see them from the draw on. */
  places: z.array(rafflePlace),
  /** The caller's part; null without one. */
  own: z.nullable(
    z.object({
      /** Null of those who take part by their ticket until entries close. */
      code: z.nullable(z.string()),
      /** Once published. */
      place: z.nullable(z.int()),
    }),
  ),
})
export type RafflePage = z.infer<typeof rafflePage>

const ofEvent = { params: z.object({ id: idOf('event') }) } as const
const ofRaffle = { params: z.object({ id: idOf('raffle') }) } as const
const seen = { rule: 'visibleRaffle', from: 'params.id' } as const
const readers = { access: { roles: 'public', object: seen }, whileImpersonating: 'blocked' } as const
const sellers = {
  ...ofRaffle,
  access: { roles: eventSellers.roles, object: { rule: 'managedRaffle', from: 'params.id' } },
  whileImpersonating: 'blocked',
  response: raffle,
} as const
const refusals = ['raffle_not_found', 'company_role_not_allowed', 'raffle_state'] as const

/** Drafts are for the people of the event alone. */
export const listRaffles = endpoint(
  listOf({
    path: '/api/v1/events/{id}/raffles',
    summary: 'Los sorteos de un evento',
    ...ofEvent,
    access: { roles: 'public', object: { rule: 'visibleEvent', from: 'params.id' } },
    whileImpersonating: 'blocked',
    rows: { raffles: raffle },
    filters: { state: z.optional(z.enum(RAFFLE_STATES)) },
    sort: ['createdAt', 'prize'],
    order: 'desc',
    failures: ['event_not_found'],
  }),
)

export const createRaffle = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/raffles',
  summary: 'Prepara un sorteo de un evento, en borrador',
  ...ofEvent,
  access: eventSellers,
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  audit: 'raffle.create',
  body: fields,
  response: raffle,
  status: 201,
  failures: ['event_not_found', 'company_role_not_allowed', 'event_state', 'too_many_raffles'],
})

export const updateRaffle = endpoint({
  method: 'PUT',
  path: '/api/v1/raffles/{id}',
  summary: 'Cambia un sorteo que está en borrador',
  ...sellers,
  audit: 'raffle.update',
  body: updateOf(fields),
  failures: [...refusals, 'event_state'],
})

export const getRaffle = endpoint({
  method: 'GET',
  path: '/api/v1/raffles/{id}',
  summary: 'Un sorteo, con la parte de quien llama',
  ...ofRaffle,
  ...readers,
  response: rafflePage,
  failures: ['raffle_not_found'],
})

export const listRaffleCodes = endpoint({
  method: 'GET',
  path: '/api/v1/raffles/{id}/codes',
  summary: 'Los códigos que participan de un sorteo cerrado, para volver a sortear',
  ...ofRaffle,
  ...readers,
  response: z.object({ codes: z.array(z.string()) }),
  failures: ['raffle_not_found', 'raffle_state'],
})

/** Entry is free, with a ticket or without. Idempotent. */
export const enterRaffle = endpoint({
  method: 'POST',
  path: '/api/v1/raffles/{id}/enter',
  summary: 'Anota a quien llama en un sorteo abierto, gratis',
  ...ofRaffle,
  access: { roles: ['CLIENT'], object: { rule: 'enterableRaffle', from: 'params.id' } },
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 60, seconds: 3600 },
  audit: 'raffle.enter',
  response: z.object({ code: z.string() }),
  failures: ['raffle_not_found', 'raffle_state', 'event_state', 'contact_unproved', 'raffle_of_own_event'],
})

/** Chooses the seed and publishes its hash. */
export const openRaffle = endpoint({
  method: 'POST',
  path: '/api/v1/raffles/{id}/open',
  summary: 'Abre un sorteo: publica la huella de su semilla y recibe participantes',
  ...sellers,
  audit: 'raffle.open',
  failures: [...refusals, 'event_state', 'raffle_without_rules'],
})

/** Freezes who takes part, and publishes the hash of their codes. */
export const closeRaffle = endpoint({
  method: 'POST',
  path: '/api/v1/raffles/{id}/close',
  summary: 'Cierra un sorteo: fija quiénes participan y publica la huella de la lista',
  ...sellers,
  audit: 'raffle.close',
  failures: [...refusals, 'event_state'],
})

/** Reveals the seed, which with the list decides. */
export const drawRaffle = endpoint({
  method: 'POST',
  path: '/api/v1/raffles/{id}/draw',
  summary: 'Sortea: revela la semilla, que con la lista decide quiénes ganan',
  ...sellers,
  audit: 'raffle.draw',
  failures: [...refusals, 'event_state', 'raffle_without_entries'],
})

export const publishRaffle = endpoint({
  method: 'POST',
  path: '/api/v1/raffles/{id}/publish',
  summary: 'Publica quiénes ganaron un sorteo y les avisa',
  ...sellers,
  audit: 'raffle.publish',
  failures: [...refusals, 'event_state'],
})

/** Refused once drawn, so that winners cannot be replaced by another draw. */
export const cancelRaffle = endpoint({
  method: 'POST',
  path: '/api/v1/raffles/{id}/cancel',
  summary: 'Cancela un sorteo que todavía no se hizo',
  ...sellers,
  audit: 'raffle.cancel',
  failures: refusals,
})
