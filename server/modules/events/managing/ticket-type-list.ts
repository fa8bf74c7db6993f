/** Compares lists of ticket types. Pure. */
import {
  MAX_TICKET_TYPES,
  ticketTypeFields,
  type TicketTypeChange,
  type TicketTypeFields,
} from '#contract/events/event-fields.ts'
import { isBefore } from '#server/shared/clock.ts'
import { Failure, refusedInput } from '#server/shared/failure.ts'
import type { Problem } from './event-schedule.ts'

/** A type as stored: a change of it is checked against this. */
export interface StoredType extends Pick<TicketTypeFields, 'name' | 'price' | 'visibility' | 'capacity'> {
  readonly id: string
  /** Its number inside codes. */
  readonly position: number
  /** Its place in the list. */
  readonly place: number
  readonly saleStartsAt: string | null
  readonly saleEndsAt: string | null
  readonly isRemoved: boolean
}

export interface WantedTypes {
  readonly ticketTypes?: readonly TicketTypeChange[] | undefined
  /** Ids of those that go. */
  readonly removed?: readonly string[] | undefined
}

export interface TypeListChange {
  readonly added: readonly { readonly fields: TicketTypeFields; readonly position: number; readonly place: number }[]
  /** Every stored type that stays, with its place; `fields` holds only what was said of it. */
  readonly changed: readonly {
    readonly fields: TicketTypeChange
    readonly type: StoredType
    readonly place: number
  }[]
  readonly removed: readonly StoredType[]
}

/** Positions are one byte of a ticket's code. */
const POSITIONS = 256

/** The change that makes these types of an event that has none. */
export function newTypeList(wanted: readonly TicketTypeFields[]): TypeListChange {
  return compareTypeLists([], { ticketTypes: wanted })
}

/**
 * Compares what is wanted with what there is, `stored` in its order: those named by id are changed, those in `removed`
 * go, others are added with a position that no type of this event ever had, all the rest stay. Throws
 * `ticket_type_not_found` for an id of elsewhere, `invalid_input` for an id that comes twice, for more types than an event
 * may have, or when positions run out.
 */
export function compareTypeLists(
  stored: readonly StoredType[],
  { ticketTypes: wanted = [], removed: unwanted = [] }: WantedTypes,
): TypeListChange {
  const known = new Map(stored.filter(({ isRemoved }) => !isRemoved).map((type) => [type.id, type]))
  const used = new Set(stored.map(({ position }) => position))
  const named = new Set<string>()
  const find = (id: string, path: Problem['path']): StoredType => {
    const type = known.get(id)
    if (!type) throw new Failure('ticket_type_not_found', { id })
    if (named.has(id)) return refuse([path, 'Ese tipo de entrada está repetido'])
    named.add(id)
    return type
  }
  const removed = unwanted.map((id, place) => find(id, ['removed', place]))
  const entries = wanted.map((fields, place): Entry => {
    if (fields.id === undefined) {
      const whole = ticketTypeFields.safeParse(fields)
      if (!whole.success) throw refusedInput(whole.error, 'invalid_input', ['ticketTypes', place])
      return { fields: whole.data, position: takePosition(used, place) }
    }
    return { fields, type: find(fields.id, ['ticketTypes', place, 'id']) }
  })
  const left = [...known.values()].filter((type) => !removed.includes(type))
  const list = inOrder(left, entries)
  if (list.length > MAX_TICKET_TYPES) {
    refuse([['ticketTypes'], `Un evento admite hasta ${MAX_TICKET_TYPES} tipos de entrada`])
  }
  // Without a change of order, the places stay as they are.
  const isSameOrder = list.every((entry, nth) => 'type' in entry && entry.type === left[nth])
  const added: TypeListChange['added'][number][] = []
  const changed: TypeListChange['changed'][number][] = []
  for (const [place, entry] of list.entries()) {
    if ('type' in entry) changed.push({ ...entry, place: isSameOrder ? entry.type.place : place })
    else added.push({ ...entry, place })
  }
  return { added, changed, removed }
}

type Entry =
  | { readonly fields: TicketTypeFields; readonly position: number }
  | { readonly fields: TicketTypeChange; readonly type: StoredType }

/**
 * The whole list: named types take, in the order in which they come, the places that they hold together, so that naming
 * one moves none and naming all orders all. New ones go next to the named ones that they come with, else at the end.
 */
function inOrder(stored: readonly StoredType[], entries: readonly Entry[]): Entry[] {
  const groups: Entry[][] = []
  let leading: Entry[] = []
  for (const entry of entries) {
    if ('type' in entry) {
      groups.push([...leading, entry])
      leading = []
    } else (groups.at(-1) ?? leading).push(entry)
  }
  const named = new Set(entries.flatMap((entry) => ('type' in entry ? [entry.type] : [])))
  const list = stored.flatMap((type): Entry[] => (named.has(type) ? (groups.shift() ?? []) : [{ fields: {}, type }]))
  return [...list, ...leading]
}

function takePosition(used: Set<number>, place: number): number {
  for (let position = 0; position < POSITIONS; position += 1) {
    if (used.has(position)) continue
    used.add(position)
    return position
  }
  return refuse([['ticketTypes', place], 'Este evento ya no admite más tipos de entrada'])
}

/** Throws `invalid_input` naming each type of `wanted` whose sale would open when the event has begun, or close before it opens. */
export function checkSaleWindows(
  wanted: readonly TicketTypeChange[],
  { startsAt, stored = [] }: { startsAt: string | null; stored?: readonly StoredType[] },
): void {
  const problems = wanted.flatMap((fields, place) => {
    const problem = windowProblem({ ...stored.find(({ id }) => id === fields.id), ...fields }, startsAt)
    return problem ? [[['ticketTypes', place, problem.field], `La venta ${problem.message}`] as const] : []
  })
  if (problems.length > 0) refuse(...problems)
}

/** Throws `invalid_input` of the date for types whose sale does not fit the event's new start. */
export function checkMovedWindows(types: readonly StoredType[], startsAt: string | null): void {
  const problems = types.flatMap((type) => {
    const problem = type.isRemoved ? null : windowProblem(type, startsAt)
    return problem ? [[['dateEvent'], `La venta de «${type.name}» ${problem.message}`] as const] : []
  })
  if (problems.length > 0) refuse(...problems)
}

function windowProblem(
  { saleStartsAt, saleEndsAt }: Pick<TicketTypeChange, 'saleStartsAt' | 'saleEndsAt'>,
  startsAt: string | null,
): { field: string; message: string } | null {
  if (saleStartsAt && saleEndsAt && !isBefore(saleStartsAt, saleEndsAt))
    return { field: 'saleEndsAt', message: 'tiene que cerrar después de abrir' }
  if (saleStartsAt && startsAt && !isBefore(saleStartsAt, startsAt))
    return { field: 'saleStartsAt', message: 'tiene que abrir antes de que empiece el evento' }
  return null
}

function refuse(...problems: readonly (readonly [path: Problem['path'], message: string])[]): never {
  throw new Failure(
    'invalid_input',
    problems.map(([path, message]): Problem => ({ path, message })),
  )
}
