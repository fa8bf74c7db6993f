/** An event as schema.org describes it, for search engines. */
import { fromLocal, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import type { EventPage, TicketType } from '#contract/events/event-schemas.ts'
import { mediaPath } from '#contract/api/files.ts'
import { eventPath, paths } from '#contract/api/paths.ts'

const AVAILABILITY: Record<TicketType['availability'], string> = {
  available: 'https://schema.org/InStock',
  last: 'https://schema.org/LimitedAvailability',
  soldOut: 'https://schema.org/SoldOut',
  soon: 'https://schema.org/PreOrder',
  closed: 'https://schema.org/Discontinued',
}

/** What stands behind the object: the address of the site, and the start before the last move, if there was one. */
interface Behind {
  readonly origin: string
  readonly previousStart: string | null
}

/** The `Event` object; undated events have none, because a start is required there. */
export function eventJsonLd(
  event: EventPage,
  types: readonly TicketType[],
  { origin, previousStart }: Behind,
): object | undefined {
  if (event.startDate === null) return undefined
  const url = origin + eventPath(event)
  const { Location: place } = event
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: event.description,
    url,
    startDate: localInstant(event.startDate),
    ...(event.endDate ? { endDate: localInstant(event.endDate) } : {}),
    ...statusOf(event, previousStart),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    inLanguage: 'es-AR',
    ...(event.flyer ? { image: [origin + mediaPath(event.flyer.id, 1280, 'jpg')] } : {}),
    ...(event.minimumAge === null ? {} : { typicalAgeRange: `${event.minimumAge}-` }),
    location: {
      '@type': 'Place',
      name: place.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: event.adress,
        addressLocality: place.city,
        addressRegion: place.province,
        addressCountry: 'AR',
      },
      ...(place.lat !== null && place.lng !== null
        ? { geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lng } }
        : {}),
    },
    organizer: { '@type': 'Organization', name: event.company.name, url: origin + paths.company(event.company.slug) },
    offers: types.map((type) => ({
      '@type': 'Offer',
      name: type.name,
      price: type.price + type.fee,
      priceCurrency: 'ARS',
      availability: AVAILABILITY[type.availability],
      url,
      ...(type.saleStartsAt ? { validFrom: type.saleStartsAt } : {}),
    })),
  }
}

function statusOf({ state }: EventPage, previousStart: string | null): object {
  if (state === 'cancelled') return { eventStatus: 'https://schema.org/EventCancelled' }
  if (previousStart === null) return { eventStatus: 'https://schema.org/EventScheduled' }
  return { eventStatus: 'https://schema.org/EventRescheduled', previousStartDate: localInstant(previousStart) }
}

/** With the offset of Buenos Aires: search engines show the hour as it is written. */
function localInstant(instant: string): string {
  return fromLocal(toLocalDate(instant), toLocalTime(instant))
}
