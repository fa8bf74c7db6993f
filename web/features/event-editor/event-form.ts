/** The editor's form: what is typed, what must be right about it, and the body of the contract that comes out. */
import '#web/lib/validation-language.ts'
import * as z from 'zod/mini'
import type { UseFormReturn } from 'react-hook-form'
import { fromLocal } from '#contract/values/dates.ts'
import {
  lackingFields,
  eventFields,
  type EventFields,
  type TicketTypeChange,
  type TicketTypeFields,
} from '#contract/events/event-fields.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { MAX_PRICE } from '#contract/values/money.ts'
import { line, paragraph } from '#contract/values/text.ts'
import { wholeNumberInput } from '#web/features/forms/number-inputs.ts'
import { isUntouched, takenOf, valuesOf } from './event-values.ts'
import { isSame } from '#web/lib/is-same.ts'
import { readWhole } from '#web/lib/typed-numbers.ts'

const VISIBILITIES = ['visible', 'hidden', 'courtesy'] as const

const MAX_PLACES = 500_000
const placesMessage = 'Poné una cantidad, hasta 500.000'
const priceMessage = 'Poné un precio en pesos, sin centavos. Con 0 es gratis'

const ticketTypeValues = z.object({
  /** Empty in a type that was not saved yet. */
  id: z.string(),
  name: line({ max: 60 }),
  description: paragraph({ max: 300 }),
  price: wholeNumberInput({ min: 0, max: MAX_PRICE, isOptional: true, message: priceMessage }),
  capacity: wholeNumberInput({ min: 0, max: MAX_PLACES, isOptional: true, message: placesMessage }),
  visibility: z.enum(VISIBILITIES),
  /** `YYYY-MM-DDTHH:mm` of Buenos Aires, or empty. */
  saleStartsAt: z.string(),
  saleEndsAt: z.string(),
  validUntil: z.string(),
  perPersonLimit: wholeNumberInput({ min: 1, max: 100, isOptional: true }),
})
export type TicketTypeValues = z.infer<typeof ticketTypeValues>

const eventValues = z.object({
  name: eventFields.shape.name,
  description: paragraph({ max: 5000 }),
  categoryId: z.string(),
  venueName: line({ max: 80 }),
  adress: line({ max: 160 }),
  city: line({ max: 80 }),
  province: line({ max: 80 }),
  dateEvent: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  minimumAge: wholeNumberInput({ min: 0, max: 99, isOptional: true }),
  forbidsMinors: z.boolean(),
  admissionConditions: paragraph({ max: 2000 }),
  capacity: wholeNumberInput({ min: 1, max: MAX_PLACES, isOptional: true, message: placesMessage }),
  orderLimit: wholeNumberInput({ min: 1, max: 10 }),
  personLimit: wholeNumberInput({ min: 1, max: 100 }),
  holdMinutes: wholeNumberInput({ min: 5, max: 60, message: 'Poné entre 5 y 60 minutos' }),
  absorbsServiceFee: z.boolean(),
  acceptsCash: z.boolean(),
  allowsTransfers: z.boolean(),
  courtesyLimit: wholeNumberInput({ min: 0, max: 10_000 }),
  isPrivate: z.boolean(),
  ticketTypes: z.array(ticketTypeValues).check(z.maxLength(30, 'Un evento admite hasta 30 tipos de entrada')),
  /** A new one. */
  flyer: z.nullable(z.file()),
  /** The version that the edit began from; a save of any other would overwrite another person's. Null for a new event. */
  version: z.nullable(z.number()),
})
export type EventValues = z.infer<typeof eventValues>

export interface EventBody extends EventFields {
  /** The list to save; existing items have an id. */
  ticketTypes: (TicketTypeFields & { id?: string })[]
  /** Ids of the types that were taken out of it. */
  removed: string[]
}
export type EventForm = UseFormReturn<EventValues, unknown, EventBody>

interface Problem {
  path: (string | number)[]
  message: string
}

/**
 * The schema of the form for an event that exists, or for a new one. A draft needs its name alone; while `isForSale` says so,
 * all that the public will be shown is asked for at once. A type cannot shrink below what is taken of it.
 */
export function eventForm(event: ManagedEvent | null, isForSale = () => event?.state === 'active') {
  const checked = eventValues.check((context) => {
    const { value } = context
    const problems = [
      ...(isForSale() ? saleProblems(value) : []),
      ...scheduleProblems(value),
      ...value.ticketTypes.flatMap((type, place) =>
        typeProblems(type, place, { event, isForSale: isForSale(), starts: startOf(value) }),
      ),
    ]
    for (const problem of problems) context.issues.push({ code: 'custom', input: value, ...problem })
  })
  return z.pipe(
    checked,
    z.transform((values) => toBody(values, event)),
  )
}

/** What is missing to publish; a ticket type's problems show at the type. */
function saleProblems({ dateEvent, startTime, ticketTypes, ...values }: EventValues): Problem[] {
  const hasPlaces = ticketTypes.some(({ capacity }) => readWhole(capacity) !== 0)
  return [
    ...lackingFields({ ...values, categoryId: Number(values.categoryId) }),
    ...(dateEvent === '' && startTime === '' ? [{ path: ['dateEvent'], message: 'Elegí la fecha' }] : []),
    ...(hasPlaces ? [] : [{ path: ['ticketTypes'], message: 'Agregá al menos un tipo de entrada con lugares' }]),
  ]
}

function scheduleProblems({ dateEvent, startTime, endTime }: EventValues): Problem[] {
  if (dateEvent === '' && (startTime !== '' || endTime !== ''))
    return [{ path: ['dateEvent'], message: 'Elegí la fecha' }]
  if (dateEvent !== '' && startTime === '') return [{ path: ['startTime'], message: 'Poné la hora de inicio' }]
  return []
}

/** As a `datetime-local` control writes it; empty until date and hour are known. */
function startOf({ dateEvent, startTime }: EventValues): string {
  return dateEvent === '' || startTime === '' ? '' : `${dateEvent}T${startTime}`
}

interface TypeRules {
  event: ManagedEvent | null
  isForSale: boolean
  /** When the event begins, or empty. */
  starts: string
}

function typeProblems(type: TicketTypeValues, place: number, { event, isForSale, starts }: TypeRules): Problem[] {
  if (isUntouched(type) && !isForSale) return []
  const { id, name, price, capacity, saleStartsAt, saleEndsAt } = type
  const taken = takenOf(event, id)
  const places = readWhole(capacity)
  const problems: [keyof TicketTypeValues, string][] = []
  if (name.trim() === '') problems.push(['name', 'Poné un nombre'])
  // A price that was not said is never free.
  if (price.trim() === '') problems.push(['price', priceMessage])
  if (capacity.trim() === '' && (isForSale || taken > 0)) problems.push(['capacity', placesMessage])
  if (places !== null && places < taken) problems.push(['capacity', `No puede ser menos de ${taken}`])
  if (saleStartsAt !== '' && saleEndsAt !== '' && saleEndsAt <= saleStartsAt)
    problems.push(['saleEndsAt', 'La venta tiene que cerrar después de abrir'])
  if (saleStartsAt !== '' && starts !== '' && saleStartsAt >= starts)
    problems.push(['saleStartsAt', 'La venta tiene que abrir antes de que empiece el evento'])
  return problems.map(([field, message]) => ({ path: ['ticketTypes', place, field], message }))
}

/** The contract's body of what was typed, which has passed the checks above. */
export function toBody(values: EventValues, event: ManagedEvent | null): EventBody {
  return {
    name: values.name,
    description: values.description,
    categoryId: Number(values.categoryId),
    venueName: values.venueName,
    adress: values.adress,
    city: values.city,
    province: values.province,
    ...coordinates(values, event),
    dateEvent: values.dateEvent || null,
    startTime: values.startTime || null,
    endTime: values.endTime || null,
    minimumAge: readWhole(values.minimumAge),
    forbidsMinors: values.forbidsMinors,
    admissionConditions: values.admissionConditions.trim() || null,
    capacity: readWhole(values.capacity),
    orderLimit: readWhole(values.orderLimit) ?? 1,
    personLimit: readWhole(values.personLimit) ?? 1,
    holdMinutes: readWhole(values.holdMinutes) ?? 5,
    absorbsServiceFee: values.absorbsServiceFee,
    acceptsCash: values.acceptsCash,
    allowsTransfers: values.allowsTransfers,
    courtesyLimit: readWhole(values.courtesyLimit) ?? 0,
    isPrivate: values.isPrivate,
    ticketTypes: values.ticketTypes.filter((type) => !isUntouched(type)).map(toTicketType),
    removed: removedTypes(values, event),
  }
}

/**
 * What of a body differs from the event as it is kept, and the ids: what a form holds only in part, the seconds of a moment,
 * is not written back by who did not touch it.
 */
export function changedBody(
  { ticketTypes, removed, ...fields }: EventBody,
  event: ManagedEvent,
): { fields: Partial<EventFields>; ticketTypes: TicketTypeChange[]; removed: string[] } {
  const { ticketTypes: savedTypes, removed: _, ...savedFields } = toBody(valuesOf(event), event)
  return {
    fields: differing(fields, savedFields),
    ticketTypes: ticketTypes.map((type) => {
      const kept = savedTypes.find(({ id }) => id !== undefined && id === type.id)
      return kept ? { id: kept.id, ...differing(type, kept) } : type
    }),
    removed,
  }
}

function differing<Fields extends object>(wanted: Fields, kept: Fields): Partial<Fields> {
  const changed = Object.entries(wanted).filter(([name, value]) => !isSame(value, Reflect.get(kept, name)))
  return Object.fromEntries(changed) as Partial<Fields> // fields of `wanted`
}

function removedTypes({ ticketTypes }: EventValues, event: ManagedEvent | null): string[] {
  const left = new Set(ticketTypes.map(({ id }) => id))
  return event?.ticketTypes.flatMap(({ id }) => (left.has(id) ? [] : [id])) ?? []
}

function toTicketType({ id, ...type }: TicketTypeValues): EventBody['ticketTypes'][number] {
  return {
    ...(id !== '' && { id }),
    name: type.name,
    description: type.description.trim() || null,
    price: readWhole(type.price) ?? 0,
    capacity: readWhole(type.capacity) ?? 0,
    visibility: type.visibility,
    saleStartsAt: toInstant(type.saleStartsAt),
    saleEndsAt: toInstant(type.saleEndsAt),
    validUntil: toInstant(type.validUntil),
    perPersonLimit: readWhole(type.perPersonLimit),
  }
}

function toInstant(localMoment: string): string | null {
  const [date, time] = localMoment.split('T')
  return date && time ? fromLocal(date, time.slice(0, 5)) : null
}

/** The point on the map belongs to an address: it goes when the address does. */
function coordinates(values: EventValues, event: ManagedEvent | null): { lat: number | null; lng: number | null } {
  const isSamePlace =
    event?.adress === values.adress &&
    event.Location.city === values.city &&
    event.Location.province === values.province
  return isSamePlace ? { lat: event.Location.lat, lng: event.Location.lng } : { lat: null, lng: null }
}
