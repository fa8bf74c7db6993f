/** What a save changed of an event, in the fields in which it is said and may be said again. Pure. */
import type { EventFields, TicketTypeFields } from '#contract/events/event-fields.ts'
import type { ChangedValue, CommercialChange } from '#contract/events/event-changes.ts'
import { eventFieldName, typeFieldName } from '#contract/events/event-changes.ts'
import type { ManagedEvent, ManagedTicketType } from '#contract/events/events-managed.ts'

type Values<Fields> = Record<keyof Fields, ChangedValue>

/** As an audit row has them; a field that is not there did not change. */
export interface Difference {
  readonly before: object
  readonly after: object
}

export function eventValues(event: ManagedEvent): Values<EventFields> {
  const { Location } = event
  return {
    name: event.name,
    description: event.description,
    categoryId: event.categoryId,
    venueName: Location.name,
    adress: event.adress,
    city: Location.city,
    province: Location.province,
    lat: Location.lat,
    lng: Location.lng,
    dateEvent: event.dateEvent,
    startTime: event.startTime,
    endTime: event.endTime,
    minimumAge: event.minimumAge,
    forbidsMinors: event.forbidsMinors,
    admissionConditions: event.admissionConditions,
    capacity: event.capacity,
    orderLimit: event.orderLimit,
    personLimit: event.personLimit,
    holdMinutes: event.holdMinutes,
    absorbsServiceFee: event.absorbsServiceFee,
    acceptsCash: event.acceptsCash,
    allowsTransfers: event.allowsTransfers,
    courtesyLimit: event.courtesyLimit,
    isPrivate: event.isPrivate,
  }
}

export function typeValues(type: ManagedTicketType): Values<TicketTypeFields> {
  const { name, description, price, capacity, visibility, saleStartsAt, saleEndsAt, validUntil, perPersonLimit } = type
  return { name, description, price, capacity, visibility, saleStartsAt, saleEndsAt, validUntil, perPersonLimit }
}

/** The event's own fields that a save changed, and its flyer. */
export function eventDifference(before: ManagedEvent, after: ManagedEvent): Difference {
  const withFlyer = (event: ManagedEvent) => ({ ...eventValues(event), flyerId: event.flyer?.id ?? null })
  return differenceOf(withFlyer(before), withFlyer(after))
}

/** Its ticket types that were added, removed or changed: of a changed one what changed, of others everything. */
export function typesDifference(before: ManagedEvent, after: ManagedEvent): Difference {
  const ids = [...new Set([...before.ticketTypes, ...after.ticketTypes].map(({ id }) => id))]
  const types = ids.map((id) => {
    const [was, is] = [before, after].map((event) => event.ticketTypes.find((type) => type.id === id))
    return { id, name: (is ?? was)?.name, ...differenceOf(was ? typeValues(was) : {}, is ? typeValues(is) : {}) }
  })
  const changed = types.filter((type) => Object.keys(type.before).length + Object.keys(type.after).length > 0)
  if (changed.length === 0) return { before: {}, after: {} }
  return {
    before: { ticketTypes: changed.map((type) => ({ id: type.id, ...type.before })) },
    after: { ticketTypes: changed.map((type) => ({ id: type.id, called: type.name, ...type.after })) },
  }
}

function differenceOf(before: object, after: object): Difference {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => Reflect.get(before, name) !== Reflect.get(after, name))
  const ofChanged = (values: object) =>
    Object.fromEntries(changed.filter((name) => name in values).map((name) => [name, Reflect.get(values, name)]))
  return { before: ofChanged(before), after: ofChanged(after) }
}

/** An audit row of a commercial's act. */
export interface ChangeRow {
  readonly before: object | null
  readonly after: object | null
}

interface TypeRow extends Record<string, ChangedValue | undefined> {
  readonly id: string
}

/** What of the event a row says, as `eventDifference` and `typesDifference` wrote it. */
export function readDifference({ before, after }: ChangeRow): Pick<CommercialChange, 'fields' | 'ticketTypes'> {
  const [were, are] = [typesOf(before), typesOf(after)]
  return {
    fields: pairs(eventFieldName.options, before ?? {}, after ?? {}),
    ticketTypes: are.map((type) => ({
      id: type.id,
      name: String(type['called']),
      fields: pairs(typeFieldName.options, were.find(({ id }) => id === type.id) ?? {}, type),
    })),
  }
}

function typesOf(values: object | null): readonly TypeRow[] {
  const types: unknown = values && Reflect.get(values, 'ticketTypes')
  return Array.isArray(types) ? (types as TypeRow[]) : [] // as `typesDifference` wrote them
}

function pairs<Field extends string>(fields: readonly Field[], before: object, after: object) {
  return fields
    .filter((field) => field in before && field in after)
    .map((field) => ({
      field,
      before: Reflect.get(before, field) as ChangedValue, // as `differenceOf` wrote it
      after: Reflect.get(after, field) as ChangedValue,
    }))
}

/** How a change stands against the event as it is now. */
export function changeState(
  { fields, ticketTypes }: Pick<CommercialChange, 'fields' | 'ticketTypes'>,
  event: ManagedEvent,
): CommercialChange['state'] {
  const now = eventValues(event)
  const facts = [
    ...fields.map(({ field, before, after }) => ({ now: now[field], before, after })),
    ...ticketTypes.flatMap((type) => {
      const kept = event.ticketTypes.find(({ id }) => id === type.id)
      return type.fields.map(({ field, before, after }) => ({ now: kept && typeValues(kept)[field], before, after }))
    }),
  ]
  if (facts.length === 0 || event.state === 'success' || event.state === 'cancelled') return 'final'
  if (facts.every((fact) => fact.now === fact.after)) return 'undoable'
  return facts.every((fact) => fact.now === fact.before) ? 'undone' : 'overwritten'
}
