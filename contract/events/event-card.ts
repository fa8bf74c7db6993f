/** What screens and server say of an event without its schemas (`event-schemas.ts`): a page that only shows one needs none. */
export const EVENT_STATES = ['pending', 'active', 'inactive', 'success', 'cancelled'] as const
export type EventState = (typeof EVENT_STATES)[number]

/** Whether a picture has the shape of a flyer, 4:5, but for a hair: one of another shape is shown whole inside of it. */
export const isFlyerShaped = ({ width, height }: { width: number; height: number }): boolean =>
  Math.abs(width / height - 0.8) < 0.02

/**
 * How full an event or type is, never to the unit (rule R8.7): `last` below 10 %, `soon` before the sale opens,
 * `closed` after it or when nothing can be bought.
 */
export const AVAILABILITIES = ['available', 'last', 'soldOut', 'soon', 'closed'] as const
