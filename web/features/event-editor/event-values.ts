/** From the contract's event to what the editor's form holds. */
import { toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { NO_CATEGORY } from '#contract/events/event-fields.ts'
import type { ManagedEvent, ManagedTicketType } from '#contract/events/events-managed.ts'
import { isSame } from '#web/lib/is-same.ts'
import type { EventValues, TicketTypeValues } from './event-form.ts'
import { showWhole } from '#web/lib/typed-numbers.ts'

/** A ticket type that begins to be written. */
export const newTicketType: TicketTypeValues = {
  id: '',
  name: '',
  description: '',
  price: '',
  capacity: '',
  visibility: 'visible',
  saleStartsAt: '',
  saleEndsAt: '',
  validUntil: '',
  perPersonLimit: '',
}

const firstType = { ...newTicketType, name: 'General' }

/** Whether a row was offered and nothing was written into it: it is not saved. */
export function isUntouched(type: TicketTypeValues): boolean {
  return isSame(type, newTicketType) || isSame(type, firstType)
}

/** A new event: the contract's defaults, and one ticket type to fill in. */
export const newEvent: EventValues = {
  name: '',
  description: '',
  categoryId: '',
  venueName: '',
  adress: '',
  city: '',
  province: '',
  dateEvent: '',
  startTime: '',
  endTime: '',
  minimumAge: '',
  forbidsMinors: false,
  admissionConditions: '',
  capacity: '',
  orderLimit: '10',
  personLimit: '20',
  holdMinutes: '15',
  absorbsServiceFee: false,
  acceptsCash: false,
  allowsTransfers: true,
  courtesyLimit: '100',
  isPrivate: false,
  ticketTypes: [firstType],
  flyer: null,
  version: null,
}

/** What the form shows of an event as it is kept. */
export function valuesOf(event: ManagedEvent): EventValues {
  return {
    name: event.name,
    description: event.description,
    categoryId: event.categoryId === NO_CATEGORY ? '' : String(event.categoryId),
    venueName: event.Location.name,
    adress: event.adress,
    city: event.Location.city,
    province: event.Location.province,
    dateEvent: event.dateEvent ?? '',
    startTime: event.startTime ?? '',
    endTime: event.endTime ?? '',
    minimumAge: showWhole(event.minimumAge),
    forbidsMinors: event.forbidsMinors,
    admissionConditions: event.admissionConditions ?? '',
    capacity: showWhole(event.capacity),
    orderLimit: String(event.orderLimit),
    personLimit: String(event.personLimit),
    holdMinutes: String(event.holdMinutes),
    absorbsServiceFee: event.absorbsServiceFee,
    acceptsCash: event.acceptsCash,
    allowsTransfers: event.allowsTransfers,
    courtesyLimit: String(event.courtesyLimit),
    isPrivate: event.isPrivate,
    ticketTypes:
      event.state === 'pending' && event.ticketTypes.length === 0 ? [firstType] : event.ticketTypes.map(typeValuesOf),
    flyer: null,
    version: event.version,
  }
}

export function typeValuesOf(type: ManagedTicketType): TicketTypeValues {
  return {
    id: type.id,
    name: type.name,
    description: type.description ?? '',
    price: String(type.price),
    capacity: String(type.capacity),
    visibility: type.visibility,
    saleStartsAt: localMoment(type.saleStartsAt),
    saleEndsAt: localMoment(type.saleEndsAt),
    validUntil: localMoment(type.validUntil),
    perPersonLimit: showWhole(type.perPersonLimit),
  }
}

/** As a `datetime-local` control writes it. */
function localMoment(instant: string | null): string {
  return instant ? `${toLocalDate(instant)}T${toLocalTime(instant)}` : ''
}

/** The kept type behind a row of the form; undefined in a new one. */
export function savedType(event: ManagedEvent | null, id: string): ManagedTicketType | undefined {
  return id === '' ? undefined : event?.ticketTypes.find((type) => type.id === id)
}

/** Places of a type that are sold, held or given away: its capacity cannot be less (rule R9.1). */
export function takenOf(event: ManagedEvent | null, id: string): number {
  const type = savedType(event, id)
  return type ? type.sold + type.held + type.courtesies : 0
}
