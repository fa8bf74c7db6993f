import { endFromLocal, fromLocal } from '#contract/values/dates.ts'
import type { EventCard } from '#contract/events/event-schemas.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import { toPesos } from '#contract/values/money.ts'
import { buyerPriceOfInput } from './buyer-price.ts'
import type { EventValues } from './event-form.ts'
import { readWhole } from '#web/lib/typed-numbers.ts'

const NO_ID = '00000000-0000-4000-8000-000000000000'

/** The event as the landing will show it, from what is being typed; without prices while the terms of the fee are not known. */
export function previewCard(values: EventValues, event: ManagedEvent | null, terms: FeeTerms | null): EventCard {
  const { dateEvent, startTime, endTime } = values
  const fee = terms && { terms, isAbsorbed: values.absorbsServiceFee }
  const prices = values.ticketTypes.flatMap(({ price, visibility }) =>
    visibility === 'visible' ? (buyerPriceOfInput(price, fee)?.totalCents ?? []) : [],
  )
  return {
    id: event?.id ?? NO_ID,
    number: event?.number ?? 0,
    slug: null,
    name: values.name.trim() || 'El nombre de tu evento',
    dateEvent: dateEvent || null,
    startDate: dateEvent && startTime ? fromLocal(dateEvent, startTime) : null,
    endDate: dateEvent && startTime && endTime ? endFromLocal(dateEvent, startTime, endTime) : null,
    startTime: startTime || null,
    endTime: endTime || null,
    adress: values.adress,
    state: 'active',
    isExpired: false,
    isPrivate: values.isPrivate,
    isPinned: false,
    Location: {
      name: values.venueName.trim() || 'Lugar',
      city: values.city.trim() || 'Ciudad',
      province: values.province,
      lat: null,
      lng: null,
    },
    Category: event?.Category ?? { id: 0, name: '' },
    categoryId: Number(values.categoryId),
    minimumAge: readWhole(values.minimumAge),
    flyer: event?.flyer ?? null,
    company: event?.company ?? { id: NO_ID, name: '', slug: '' },
    priceFrom: prices.length > 0 ? toPesos(Math.min(...prices)) : null,
    priceTo: prices.length > 0 ? toPesos(Math.max(...prices)) : null,
    availability: 'available',
  }
}
