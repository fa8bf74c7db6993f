/** Discount codes of an event: the people who sell it create, list and stop them. */
import * as z from 'zod/mini'
import { instant, instantInput } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventSellers } from '#contract/api/event-access.ts'
import { idOf } from '#contract/api/ids.ts'
import { csvOf, xlsxOf } from '#contract/api/list-export.ts'
import { listOf } from '#contract/api/lists.ts'
import { cents } from '#contract/values/money-schemas.ts'
import { line } from '#contract/values/text.ts'

const MIN_LENGTH = 4
const MAX_LENGTH = 20
/** Limit of the database's `integer`. */
const MAX_USES = 1_000_000
const MAX_AMOUNT_CENTS = 100_000_000
const MAX_TYPES = 30

/**
 * What codes are compared by: `verano-20`, `Verano 20`, `VERÁNO20` and wide letters are one. Only letters A–Z and digits are left. The
 * column `folded_code` is the same rule in SQL.
 */
export function normalCode(typed: string): string {
  return typed
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
}

export const DISCOUNT_STATES = ['active', 'scheduled', 'ended', 'used_up', 'stopped'] as const
export type DiscountState = (typeof DISCOUNT_STATES)[number]

export const discountCodeRow = z.object({
  id: z.uuid(),
  code: z.string(),
  /** Of the price of each ticket; null where it is an amount. */
  percent: z.nullable(z.int()),
  /** Off each ticket; null where it is a percent. */
  amountCents: z.nullable(cents),
  /** Null for every type of the event. */
  ticketTypes: z.nullable(z.array(z.object({ id: z.uuid(), name: z.string() }))),
  /** Purchases that may use it; null without a limit. */
  maxUses: z.nullable(z.int()),
  perPersonLimit: z.nullable(z.int()),
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  /** Purchases that were paid with it, or hold their places with it. */
  uses: z.int(),
  state: z.enum(DISCOUNT_STATES),
  madeBy: z.string(),
  createdAt: instant,
  stoppedAt: z.nullable(instant),
})
export type DiscountCodeRow = z.infer<typeof discountCodeRow>

const ofEvent = {
  params: z.object({ id: idOf('event') }),
  access: eventSellers,
  whileImpersonating: 'blocked',
} as const

const uses = z.int('Poné una cantidad').check(z.minimum(1, 'Al menos uno'), z.maximum(MAX_USES, 'Es demasiado'))

/** Exactly one of `percent` and `amountCents` is given. */
const newCode = z
  .object({
    code: line({ min: MIN_LENGTH, max: 40, short: `Usá al menos ${MIN_LENGTH} letras o números` }).check(
      z.regex(/^[\p{L}\p{N}\p{M} ._-]+$/u, 'Usá letras, números y guiones'),
      // Letters of other alphabets are refused here; `normalCode` would drop them silently.
      z.refine(
        (typed) => /^[A-Z0-9 ._-]+$/i.test(typed.normalize('NFD').replaceAll(/\p{M}/gu, '')),
        'Usá letras, números y guiones',
      ),
      z.refine((typed) => {
        const { length } = normalCode(typed)
        return length >= MIN_LENGTH && length <= MAX_LENGTH
      }, `Usá entre ${MIN_LENGTH} y ${MAX_LENGTH} letras o números`),
    ),
    percent: z.optional(
      z.nullable(z.int('Poné un porcentaje').check(z.minimum(1, 'Al menos 1 %'), z.maximum(100, 'Hasta 100 %'))),
    ),
    amountCents: z.optional(
      z.nullable(
        cents.check(
          z.minimum(100, 'Al menos un peso'),
          z.maximum(MAX_AMOUNT_CENTS, 'Es demasiado'),
          z.multipleOf(100, 'Usá pesos enteros'),
        ),
      ),
    ),
    /** Null or left out for every type, those to come too. */
    ticketTypeIds: z.optional(
      z.nullable(
        z.array(idOf('ticketType')).check(z.minLength(1, 'Elegí al menos una entrada'), z.maxLength(MAX_TYPES)),
      ),
    ),
    maxUses: z.optional(z.nullable(uses)),
    perPersonLimit: z.optional(z.nullable(uses)),
    startsAt: z.optional(z.nullable(instantInput)),
    endsAt: z.optional(z.nullable(instantInput)),
  })
  .check(
    z.refine(({ percent, amountCents }) => (percent ?? null) === null || (amountCents ?? null) === null, {
      error: 'Elegí un porcentaje o un importe, no los dos',
      path: ['amountCents'],
    }),
    z.refine(({ percent, amountCents }) => (percent ?? null) !== null || (amountCents ?? null) !== null, {
      error: 'Poné cuánto descuenta',
      path: ['percent'],
    }),
    z.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
      error: 'Tiene que terminar después de empezar',
      path: ['endsAt'],
    }),
  )

export const createDiscountCode = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/discount-codes',
  summary: 'Crea un código de descuento de un evento',
  ...ofEvent,
  rate: { per: 'account', limit: 300, seconds: 3600 },
  audit: 'discount.create',
  body: newCode,
  response: discountCodeRow,
  status: 201,
  failures: [
    'event_not_found',
    'company_role_not_allowed',
    'event_state',
    'ticket_type_not_found',
    'discount_code_taken',
  ],
})

export const listDiscountCodes = listOf({
  path: '/api/v1/events/{id}/discount-codes',
  summary: 'Los códigos de descuento de un evento, con sus usos',
  ...ofEvent,
  live: { topic: 'event', of: 'params.id' },
  rows: { discountCodes: discountCodeRow },
  filters: {
    state: z.optional(z.enum(DISCOUNT_STATES)),
    /** Part of the code. */
    search: z.optional(line({ max: 40 })),
  },
  sort: ['createdAt', 'code', 'uses'],
  order: 'desc',
  failures: ['event_not_found'],
})

export const exportDiscountCodes = csvOf(
  listDiscountCodes,
  'Los códigos de descuento de un evento, con sus usos, en un archivo',
)
export const exportDiscountCodesSheet = xlsxOf(
  listDiscountCodes,
  'Los códigos de descuento de un evento, con sus usos, en una planilla de cálculo',
)

/** New purchases cannot use it; earlier ones keep their price. Its name is free again. */
export const stopDiscountCode = endpoint({
  method: 'POST',
  path: '/api/v1/events/{id}/discount-codes/{codeId}/stop',
  summary: 'Detiene un código de descuento',
  ...ofEvent,
  params: z.object({ id: idOf('event'), codeId: idOf('discountCode') }),
  audit: 'discount.stop',
  response: discountCodeRow,
  failures: ['event_not_found', 'company_role_not_allowed', 'discount_code_not_found'],
})
