import type { EventCard } from '#contract/events/event-schemas.ts'
import { brand } from '#contract/platform/brand.ts'

type Place = Pick<EventCard, 'adress' | 'Location'>

/** A map of the place: by coordinates when they are known, else by its address. */
export function mapUrl({ adress, Location: place }: Place): string {
  const where =
    place.lat !== null && place.lng !== null
      ? `${place.lat},${place.lng}`
      : [place.name, adress, place.city, place.province, 'Argentina'].join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(where)}`
}

/** A calendar entry ready to be saved; null for an event without date. An event without end counts as four hours. */
export function calendarUrl(event: Place & Pick<EventCard, 'name' | 'startDate' | 'endDate'>): string | null {
  if (!event.startDate) return null
  const compact = (milliseconds: number) => new Date(milliseconds).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const start = Date.parse(event.startDate)
  const end = event.endDate ? Date.parse(event.endDate) : start + 4 * 60 * 60 * 1000
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.name,
    dates: `${compact(start)}/${compact(end)}`,
    location: `${event.Location.name}, ${event.adress}, ${event.Location.city}`,
    details: `Entradas en ${brand.name}`,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
