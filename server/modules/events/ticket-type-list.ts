/** What changing a list of ticket types amounts to. */
import type { TicketTypeFields } from '#contract/events.ts'
import { isBefore } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import type { Problem } from './event-schedule.ts'

/** A type as it stands. */
export interface StandingType {
  readonly id: string
  readonly name: string
  /** Its number inside codes. */
  readonly position: number
  readonly capacity: number
  readonly isRemoved: boolean
}

export interface TypeListChange {
  readonly added: readonly { readonly fields: TicketTypeFields; readonly position: number; readonly place: number }[]
  readonly changed: readonly {
    readonly fields: TicketTypeFields
    readonly type: StandingType
    readonly place: number
  }[]
  readonly removed: readonly StandingType[]
}

/** Positions are one byte of a ticket's code. */
const POSITIONS = 256

/**
 * Compares the wanted list with what there is: known ids are changed, missing ones removed, others added with a position
 * that no type of this event ever had. Throws `ticket_type_not_found` for an id of elsewhere, `invalid_input` for an id
 * that comes twice or when positions run out.
 */
export function compareTypeLists(
  standing: readonly StandingType[],
  wanted: readonly TicketTypeFields[],
): TypeListChange {
  const known = new Map(standing.filter(({ isRemoved }) => !isRemoved).map((type) => [type.id, type]))
  const used = new Set(standing.map(({ position }) => position))
  const left = new Map(known)
  const added: TypeListChange['added'][number][] = []
  const changed: TypeListChange['changed'][number][] = []
  for (const [place, fields] of wanted.entries()) {
    if (fields.id === undefined) {
      added.push({ fields, position: takePosition(used, place), place })
      continue
    }
    const type = known.get(fields.id)
    if (!type) throw new Failure('ticket_type_not_found', { id: fields.id })
    if (!left.delete(fields.id)) refuse([['ticketTypes', place, 'id'], 'Ese tipo de entrada está repetido'])
    changed.push({ fields, type, place })
  }
  return { added, changed, removed: [...left.values()] }
}

function takePosition(used: Set<number>, place: number): number {
  for (let position = 0; position < POSITIONS; position += 1) {
    if (used.has(position)) continue
    used.add(position)
    return position
  }
  return refuse([['ticketTypes', place], 'Este evento ya no admite más tipos de entrada'])
}

/** Throws `invalid_input` naming each type whose sale would close before it opens. */
export function checkSaleWindows(types: readonly TicketTypeFields[]): void {
  const problems = types.flatMap(({ saleStartsAt, saleEndsAt }, place) =>
    saleStartsAt && saleEndsAt && !isBefore(saleStartsAt, saleEndsAt)
      ? [[['ticketTypes', place, 'saleEndsAt'], 'La venta tiene que cerrar después de abrir'] as const]
      : [],
  )
  if (problems.length > 0) refuse(...problems)
}

function refuse(...problems: readonly (readonly [path: Problem['path'], message: string])[]): never {
  throw new Failure(
    'invalid_input',
    problems.map(([path, message]): Problem => ({ path, message })),
  )
}
