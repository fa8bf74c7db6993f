/** The event as lists, its page and its sale show it. Wire names are those that clients know (rule R3.13). */
import * as z from 'zod/mini'
import { instant, localDate, localTime } from '#contract/values/date-schemas.ts'
import { pesos } from '#contract/values/money-schemas.ts'
import { AVAILABILITIES, EVENT_STATES } from './event-card.ts'

/** A public image: the sizes are at `mediaPath(id, width, format)`; width and height are those of the original. */
export const publicImage = z.object({ id: z.string(), width: z.int(), height: z.int() })
export type PublicImage = z.infer<typeof publicImage>

export const location = z.object({
  name: z.string(),
  city: z.string(),
  province: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
})

export const category = z.object({ id: z.int(), name: z.string() })

export const availability = z.enum(AVAILABILITIES)
export type Availability = z.infer<typeof availability>

export const eventCard = z.object({
  id: z.uuid(),
  number: z.int(),
  /** Its address that can be said, `fiesta-lunar-rosario-1`: it opens where the id does. Null where the event has none or is private. */
  slug: z.nullable(z.string()),
  name: z.string(),
  dateEvent: z.nullable(localDate),
  startDate: z.nullable(instant),
  endDate: z.nullable(instant),
  startTime: z.nullable(localTime),
  endTime: z.nullable(localTime),
  adress: z.string(),
  state: z.enum(EVENT_STATES),
  isExpired: z.boolean(),
  isPrivate: z.boolean(),
  isPinned: z.boolean(),
  Location: location,
  Category: category,
  categoryId: z.int(),
  minimumAge: z.nullable(z.int()),
  flyer: z.nullable(publicImage),
  company: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  /** Total price of the cheapest visible type in pesos, service fee included; 0 is free, null when no type is listed. */
  priceFrom: z.nullable(pesos),
  /** The dearest one. */
  priceTo: z.nullable(pesos),
  availability,
})
export type EventCard = z.infer<typeof eventCard>

export const eventPage = z.extend(eventCard, {
  description: z.string(),
  admissionConditions: z.nullable(z.string()),
  forbidsMinors: z.boolean(),
  orderLimit: z.int(),
  personLimit: z.int(),
  holdMinutes: z.int(),
  /** Whether the price is all that is paid, because the organizer bears the service fee. */
  absorbsServiceFee: z.boolean(),
  acceptsCash: z.boolean(),
  /** Whether holders may hand their tickets on, until the event ends. */
  allowsTransfers: z.boolean(),
  /** It moved, and until then payers may take their money back (rule R8.4). */
  movedUntil: z.nullable(instant),
})
export type EventPage = z.infer<typeof eventPage>

export const ticketType = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  price: pesos,
  /** Service fee of one ticket, in pesos. */
  fee: pesos,
  validUntil: z.nullable(instant),
  saleStartsAt: z.nullable(instant),
  saleEndsAt: z.nullable(instant),
  perPersonLimit: z.nullable(z.int()),
  availability,
})
export type TicketType = z.infer<typeof ticketType>
