/** The event as lists show it; shared by the endpoints of events and companies. Wire names are those that clients know (rule R3.13). */
import * as z from 'zod/mini'
import { instant, localDate, localTime } from '#contract/values/dates.ts'
import { pesos } from '#contract/values/money.ts'

export const EVENT_STATES = ['pending', 'active', 'inactive', 'success', 'cancelled'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** A public image: the sizes are at `mediaPath(id, width, format)`; width and height are those of the original. */
export const publicImage = z.object({ id: z.string(), width: z.int(), height: z.int() })
export type PublicImage = z.infer<typeof publicImage>

/** Whether a picture has the shape of a flyer, 4:5, but for a hair: one of another shape is shown whole inside of it. */
export const isFlyerShaped = ({ width, height }: Pick<PublicImage, 'width' | 'height'>): boolean =>
  Math.abs(width / height - 0.8) < 0.02

export const location = z.object({
  name: z.string(),
  city: z.string(),
  province: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
})

export const category = z.object({ id: z.int(), name: z.string() })

/**
 * How full an event or type is, never to the unit (rule R8.7): `last` below 10 %, `soon` before the sale opens,
 * `closed` after it or when nothing can be bought.
 */
export const AVAILABILITIES = ['available', 'last', 'soldOut', 'soon', 'closed'] as const
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
