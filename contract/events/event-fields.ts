/** Input fields of an event and its ticket types: one list makes the body that creates and the one that changes. */
import * as z from 'zod/mini'
import { localTime, dateInput, instantInput } from '#contract/values/date-schemas.ts'
import { idOf } from '#contract/api/ids.ts'
import { price } from '#contract/values/money-schemas.ts'
import { line, paragraph } from '#contract/values/text.ts'
import { clearable, updateOf } from '#contract/api/update.ts'

/** The category of a draft that has none yet; no list offers it and nothing is published with it. */
export const NO_CATEGORY = 0

/** Limit of the database's `integer`. */
const MAX_INT = 2_147_483_647

const optionalText = (max: number) => z.optional(z.nullable(paragraph({ max })))

/** Empty in a draft; what a published event must say is `lackingFields`. */
const draftLine = (max: number) => z._default(clearable(line({ max })), '')

/**
 * Rule R8.2: a draft needs its name alone. Dates are typed locally; an end at or before the start means the
 * next day.
 */
export const eventFields = z.object({
  name: line({ min: 3, max: 80, short: 'Poné un nombre de al menos 3 letras' }),
  description: z._default(clearable(paragraph({ max: 5000 })), ''),
  categoryId: z._default(z.int('Elegí una categoría').check(z.minimum(NO_CATEGORY), z.maximum(MAX_INT)), NO_CATEGORY),
  venueName: draftLine(80),
  adress: draftLine(160),
  city: draftLine(80),
  province: draftLine(80),
  lat: z.optional(z.nullable(z.number().check(z.minimum(-90), z.maximum(90)))),
  lng: z.optional(z.nullable(z.number().check(z.minimum(-180), z.maximum(180)))),
  dateEvent: z._default(z.nullable(dateInput), null),
  startTime: z._default(z.nullable(localTime), null),
  endTime: z._default(z.nullable(localTime), null),
  minimumAge: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(99)))),
  forbidsMinors: z._default(z.boolean(), false),
  admissionConditions: optionalText(2000),
  capacity: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(500_000)))),
  orderLimit: z._default(z.int().check(z.minimum(1), z.maximum(10)), 10),
  personLimit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
  holdMinutes: z._default(z.int().check(z.minimum(5), z.maximum(60)), 15),
  /** The service fee comes out of the price instead of over it; how much it is, the platform says (rules R7.6, R7.7). */
  absorbsServiceFee: z._default(z.boolean(), false),
  acceptsCash: z._default(z.boolean(), false),
  allowsTransfers: z._default(z.boolean(), true),
  courtesyLimit: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 100),
  isPrivate: z._default(z.boolean(), false),
})
export type EventFields = z.infer<typeof eventFields>
export const eventChange = updateOf(eventFields)
export type EventChange = z.infer<typeof eventChange>

/** A new ticket type. Price 0 is free. */
export const ticketTypeFields = z.object({
  name: line({ min: 1, max: 60, short: 'Poné un nombre' }),
  description: optionalText(300),
  price,
  capacity: z.int('Poné una cantidad').check(z.minimum(0), z.maximum(500_000)),
  visibility: z._default(z.enum(['visible', 'hidden', 'courtesy']), 'visible'),
  saleStartsAt: z.optional(z.nullable(instantInput)),
  saleEndsAt: z.optional(z.nullable(instantInput)),
  validUntil: z.optional(z.nullable(instantInput)),
  perPersonLimit: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100)))),
})
export type TicketTypeFields = z.infer<typeof ticketTypeFields>
export const MAX_TICKET_TYPES = 30

/** A ticket type in a change of the list: with an `id` a stored one, whose omitted fields stay; else a new one. */
export const ticketTypeChange = z
  .extend(updateOf(ticketTypeFields), { id: z.optional(idOf('ticketType')) })
  .check(({ value, issues }) => {
    if (value.id !== undefined) return
    const { error } = z.safeParse(ticketTypeFields, value)
    for (const { path, message } of error?.issues ?? []) issues.push({ code: 'custom', path, message, input: value })
  })
export type TicketTypeChange = z.infer<typeof ticketTypeChange>

/** What an event needs to go on sale. A draft needs only its name; the server and the editor check the rest with this. */
const publishedFields = z.object({
  categoryId: z.int('Elegí una categoría').check(z.minimum(NO_CATEGORY + 1, 'Elegí una categoría')),
  venueName: line({ min: 2, max: 80, short: 'Decí cómo se llama el lugar' }),
  adress: line({ min: 3, max: 160, short: 'Poné la dirección' }),
  city: line({ min: 2, max: 80, short: 'Poné la ciudad' }),
  province: line({ min: 2, max: 80, short: 'Elegí la provincia' }),
})

/** Lists the fields that are missing before the event may go on sale, in the order of the form. */
export function lackingFields(fields: z.infer<typeof publishedFields>): { path: string[]; message: string }[] {
  const { error } = z.safeParse(publishedFields, fields)
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message }))
}
