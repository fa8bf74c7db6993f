/** Changes of an event's own fields. */
import { daysBetween, toLocalDate } from '#contract/values/dates.ts'
import type { ParsedInput } from '#contract/api/endpoint.ts'
import type { updateEvent as updateEventEndpoint, ManagedEvent } from '#contract/events/events-managed.ts'
import { lackingFields } from '#contract/events/event-fields.ts'
import { eventFlyer } from '#contract/api/files.ts'
import { type App, type Core, type Tx } from '#server/context.ts'
import type { UploadedFile } from '#server/http/bound.ts'
import { withImage } from '#server/modules/media/save-image.ts'
import { setEventCapacity } from '#server/modules/stock/store.ts'
import type { Actor } from '#server/shared/actor.ts'
import { isBefore } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { actOnEvent } from '../act-on-event.ts'
import { checkCategory } from '../queries.ts'
import { hasMoved, type WhenAndWhere } from './event-changes.ts'
import { eventDifference } from './event-difference.ts'
import { changedSchedule, type Problem, type Schedule } from './event-schedule.ts'
import { getManaged, hasSalesOrHolds, listStoredTypes, type ManagedEventId } from './queries-manage.ts'
import { checkMovedWindows } from './ticket-type-list.ts'
import {
  insertChange,
  moveTypeEnds,
  refreshPriceFrom,
  takeVersion,
  updateEventFields,
  type EventRow,
} from '../store.ts'
import { refreshSlug } from '../store-slugs.ts'

type Input = ParsedInput<typeof updateEventEndpoint>['body']

/**
 * Writes the fields that are said; what is left out stays, the flyer too. A changed date or place is
 * remembered once the event was published: holders are notified once it has settled, and payers may take their money back (rules R8.4, R8.12). Throws `event_state` for a finished or
 * cancelled event, `event_changed` when it is not at `version` any more, `capacity_below_sold`, `invalid_input` naming
 * fields, and the image failures.
 */
export async function updateEvent(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  input: Input,
  flyer: UploadedFile | undefined,
): Promise<ManagedEvent> {
  return withImage(app, flyer, eventFlyer, (flyerId) => saveEvent(app, actor, id, input, flyerId))
}

/** The same of fields alone; `flyerId` is a picture that is stored. */
export async function saveEvent(
  app: App,
  actor: Actor,
  id: ManagedEventId,
  { version, ...fields }: Input,
  flyerId: string | null = null,
): Promise<ManagedEvent> {
  if (fields.categoryId !== undefined) await checkCategory(app, fields.categoryId)
  const act = { audit: 'event.update', object: ['event', id], isAllowedAfter: true } as const
  return actOnEvent(app, actor, id, act, async (app, { event: before, record }) => {
    if (before.state === 'success' || before.state === 'cancelled') throw new Failure('event_state')
    if (!(await takeVersion(app, id, version))) throw new Failure('event_changed')
    const kept = await getManaged(app, id)
    const schedule = changedSchedule({ startsAt: before.starts_at, endsAt: before.ends_at }, fields)
    await checkTookPlace(app, before, schedule)
    if (before.state === 'active') checkPublished(app, before, fields, schedule)
    await updateEventFields(app, id, { fields, schedule: changedParts(before, schedule), flyerId })
    await refreshSlug(app, id)
    if (fields.absorbsServiceFee !== undefined) await refreshPriceFrom(app, id)
    if (schedule.startsAt !== before.starts_at) await moveEnds(app, id, before.starts_at, schedule.startsAt)
    if (fields.capacity !== undefined) await setEventCapacity(app, id, fields.capacity)
    await rememberMove(app, actor, before, whenAndWhere(before, fields, schedule.startsAt))
    // Read before anybody else may save: its version belongs to what this call wrote.
    const saved = await getManaged(app, id)
    record(eventDifference(kept, saved))
    return saved
  })
}

/** Moves what ends with the event by the days that its start moves. Throws `invalid_input` for a sale that does not fit them. */
async function moveEnds(app: Tx, id: ManagedEventId, from: string | null, to: string | null): Promise<void> {
  const days = from && to ? daysBetween(toLocalDate(from), toLocalDate(to)) : 0
  if (days !== 0) {
    await moveTypeEnds(app, id, days)
    for (const { hooks } of app.modules) await hooks?.onEventMoved?.(app, { eventId: id, days })
  }
  checkMovedWindows(await listStoredTypes(app, id), to)
}

/** Only what moved: what is written again would lose its last digits. */
function changedParts(row: EventRow, { startsAt, endsAt }: Schedule): Partial<Schedule> {
  return { ...(startsAt !== row.starts_at && { startsAt }), ...(endsAt !== row.ends_at && { endsAt }) }
}

/**
 * An event that sold keeps its date once a person came in, and its hours too two days after its end: what its organizer owes for it falls due
 * by them. Throws `invalid_input`.
 */
async function checkTookPlace(app: Tx, before: EventRow, { startsAt, endsAt }: Schedule): Promise<void> {
  if (startsAt === before.starts_at && (endsAt === before.ends_at || !before.is_long_over)) return
  const tookPlace = before.is_long_over || (await hasAdmitted(app, before.id))
  if (!tookPlace || !(await hasSalesOrHolds(app, before.id as ManagedEventId))) return // locked for this caller
  throw new Failure('invalid_input', [{ path: ['dateEvent'], message: 'El evento ya se hizo: su fecha no cambia' }])
}

async function hasAdmitted(app: Tx, eventId: string): Promise<boolean> {
  for (const { hooks } of app.modules) if (await hooks?.hasAdmitted?.(app, eventId)) return true
  return false
}

/** A published event keeps what it was published with, and a new date is ahead. */
function checkPublished(app: Core, before: EventRow, fields: Input, { startsAt }: Schedule): void {
  const problems: Problem[] = lackingFields({
    categoryId: fields.categoryId ?? before.category_id,
    venueName: fields.venueName ?? before.venue_name,
    adress: fields.adress ?? before.address,
    city: fields.city ?? before.city,
    province: fields.province ?? before.province,
  })
  if (startsAt === null) problems.push({ path: ['dateEvent'], message: 'Un evento publicado tiene que tener fecha' })
  else if (startsAt !== before.starts_at && isBefore(startsAt, app.clock.now()))
    problems.push({ path: ['dateEvent'], message: 'Esa fecha ya pasó' })
  if (problems.length > 0) throw new Failure('invalid_input', problems)
}

/**
 * Remembers a reschedule of an event that was published, for search engines, or has ticket holders or buyers who may still pay
 * for what they hold.
 */
async function rememberMove(app: Core, actor: Actor, row: EventRow, after: WhenAndWhere): Promise<void> {
  const before = whenAndWhere(row, {}, row.starts_at)
  if (!hasMoved(before, after)) return
  const hasBuyers = await hasSalesOrHolds(app, row.id as ManagedEventId) // locked for this caller
  if (!hasBuyers && row.published_at === null) return
  await insertChange(app, { id: newId(), eventId: row.id, before, after, changedBy: actor.userId, hasBuyers })
}

function whenAndWhere(row: EventRow, fields: Input, startsAt: string | null): WhenAndWhere {
  return {
    startsAt,
    venueName: fields.venueName ?? row.venue_name,
    address: fields.adress ?? row.address,
    city: fields.city ?? row.city,
    province: fields.province ?? row.province,
  }
}
