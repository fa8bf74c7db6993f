/** Whether what a buyer was sold differs from an event as it was changed (rule R8.4). The order keeps it, so no later edit decides. */
import { sql } from 'kysely'

// API inputs carry milliseconds; an edit back to the same start must compare equal.
const SOLD = sql`(date_trunc('milliseconds', o.sold_starts_at), o.sold_venue, o.sold_address, o.sold_city, o.sold_province)`
const NOW = sql`(date_trunc('milliseconds', e.starts_at), e.venue_name, e.address, e.city, e.province)`
const NOTICED = sql`(date_trunc('milliseconds', (n.after ->> 'startsAt')::timestamptz), n.after ->> 'venueName', n.after ->> 'address',
  n.after ->> 'city', n.after ->> 'province')`

/** Whether order `o` was sold something else than event `e` is now. */
export const isSoldElse = sql<boolean>`(o.sold_venue is not null and ${SOLD} is distinct from ${NOW})`

/**
 * Whether the move `n` of event `e` gives order `o` a right: it was sold something else than what the notice says, or than what the
 * event is now. A right that a notice announced lasts, though the event is moved back.
 */
export const hasMoveRight = sql<boolean>`(case when o.sold_venue is null then o.created_at <= n.changed_at
  else o.created_at <= n.changed_at and ${SOLD} is distinct from ${NOTICED} or ${isSoldElse} end)`

/** What order `o` was sold, in the shape of a notice's `before`. */
export const soldAs = sql`case when o.sold_venue is not null then jsonb_build_object('startsAt', o.sold_starts_at,
  'venueName', o.sold_venue, 'address', o.sold_address, 'city', o.sold_city, 'province', o.sold_province) end`
