/** An event's date and times as an organizer types them, and when they may be. */
import { endFromLocal, fromLocal, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { Failure } from '#server/shared/failure.ts'
import { toInstant } from '#server/shared/clock.ts'

export interface TypedSchedule {
  readonly dateEvent: string | null
  readonly startTime: string | null
  readonly endTime: string | null
}

/** The fields that were given. */
type TypedPart = { readonly [Field in keyof TypedSchedule]?: TypedSchedule[Field] | undefined }

/** Instants, or null where nothing was typed yet. */
export interface Schedule {
  readonly startsAt: string | null
  readonly endsAt: string | null
}

/** Something wrong with one field, as `details` of a failure carry it. */
export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * The instants of a typed schedule: local times of Buenos Aires, an end at or before the start is the next day's
 * (rule R2.2). Throws `invalid_input` naming the field for a time without date, or a date without start.
 */
export function readSchedule({ dateEvent, startTime, endTime }: TypedSchedule): Schedule {
  if (dateEvent === null) {
    if (startTime !== null || endTime !== null) refuse('dateEvent', 'Elegí la fecha')
    return { startsAt: null, endsAt: null }
  }
  if (startTime === null) return refuse('startTime', 'Poné la hora de inicio')
  return {
    startsAt: toInstant(fromLocal(dateEvent, startTime)),
    endsAt: endTime === null ? null : toInstant(endFromLocal(dateEvent, startTime, endTime)),
  }
}

/**
 * A stored schedule after a change that says only some of it: what is left out stays, but without a date there are no times,
 * and a time in the same minute counts as unchanged. Throws as `readSchedule`.
 */
export function changedSchedule(stored: Schedule, typed: TypedPart): Schedule {
  if (typed.dateEvent === undefined && typed.startTime === undefined && typed.endTime === undefined) return stored
  const { dateEvent = stored.startsAt && toLocalDate(stored.startsAt) } = typed
  const stays = (instant: string | null) => (dateEvent === null ? null : instant && toLocalTime(instant))
  const { startTime = stays(stored.startsAt), endTime = stays(stored.endsAt) } = typed
  const next = readSchedule({ dateEvent, startTime, endTime })
  const keep = (before: string | null, after: string | null) => (minuteOf(before) === minuteOf(after) ? before : after)
  return { startsAt: keep(stored.startsAt, next.startsAt), endsAt: keep(stored.endsAt, next.endsAt) }
}

function minuteOf(instant: string | null): string | null {
  return instant && instant.slice(0, 'YYYY-MM-DDTHH:mm'.length)
}

/** Throws `invalid_input` naming `field`. */
function refuse(field: string, message: string): never {
  throw new Failure('invalid_input', [{ path: [field], message }] satisfies Problem[])
}
