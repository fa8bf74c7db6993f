import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay, toLocalTime } from '#contract/values/dates.ts'
import type { EventCard as Event } from '#contract/events/event-card.ts'
import { eventPath } from '#contract/api/paths.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { eventNotice } from './event-notice.ts'
import { priceWords } from './price-words.ts'

const COLUMNS = 'min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'
const GRID = `grid grid-cols-1 gap-5 ${COLUMNS}`
/** On a phone one finger moves along the nights. */
const STRIP =
  'max-[479px]:-mx-5 max-[479px]:flex max-[479px]:snap-x max-[479px]:items-start max-[479px]:snap-mandatory max-[479px]:scroll-px-5 max-[479px]:overflow-x-auto max-[479px]:px-5 max-[479px]:pb-2'
// In a strip one long name would leave a hole under the others: two lines of each, the event's page has all.
const STRIP_CARD =
  'max-[479px]:w-[min(68vw,17rem)] max-[479px]:shrink-0 max-[479px]:snap-start max-[479px]:[&_h3]:line-clamp-2 max-[479px]:[&_h3+p]:line-clamp-2'
const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw, 100vw'
const STRIP_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw, 270px'
/** Cards that may stand above the fold on a desktop: their flyers are not lazy. */
const ABOVE_THE_FOLD = 2

interface EventCardProps {
  event: Event
  isFirst?: boolean
  /** Replaces the flyer of an event that is not saved yet. */
  picture?: ReactNode
  sizes?: string
  className?: string
}

/**
 * One event as lists show it: the flyer, and under it when, what, where and from how much. A flyer carries its own
 * lettering, so nothing but a badge is ever printed over it.
 */
export function EventCard({ event, isFirst = false, picture, sizes = CARD_SIZES, className }: EventCardProps) {
  const notice = eventNotice(event)
  const place = `${event.Location.name}, ${event.Location.city}`
  return (
    <Link
      to={eventPath(event)}
      className={classes(
        'group relative flex flex-col overflow-hidden rounded-card border border-linea bg-tinta text-papel no-underline transition-colors duration-150 hover:border-humo',
        className,
      )}
    >
      <div className="relative aspect-square overflow-hidden bg-mesa min-[480px]:aspect-[4/5]">
        {picture ?? (
          <Flyer
            image={event.flyer}
            alt=""
            lettering={event.name}
            sizes={sizes}
            priority={isFirst}
            className="transition-transform duration-250 group-hover:scale-[1.03]"
          />
        )}
        {notice && (
          <Badge tone={notice.tone} className="absolute top-3 right-3">
            {notice.text}
          </Badge>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <p className="text-14 font-semibold text-sol first-letter:uppercase">
          {event.startDate ? `${formatDay(event.startDate)} · ${toLocalTime(event.startDate)}` : 'Fecha a confirmar'}
        </p>
        <h3 title={event.name} className="text-18 leading-snug font-bold text-balance wrap-anywhere hyphens-auto">
          {event.name}
        </h3>
        <p title={place} className="text-14 wrap-anywhere text-humo">
          {place}
        </p>
        <p className="mt-auto pt-2 text-16 font-bold">{event.availability !== 'closed' && priceWords(event)}</p>
      </div>
    </Link>
  )
}

interface EventGridProps {
  events: readonly Event[]
  /** On a phone a strip to one side instead of a column. */
  isStrip?: boolean
}

/** The cards of a list, in the server's order. */
export function EventGrid({ events, isStrip = false }: EventGridProps) {
  return (
    <ul className={classes(GRID, isStrip && STRIP)}>
      {events.map((event, index) => (
        <li key={event.id} className="contents">
          <EventCard
            event={event}
            isFirst={index < ABOVE_THE_FOLD}
            {...(isStrip && { sizes: STRIP_SIZES, className: STRIP_CARD })}
          />
        </li>
      ))}
    </ul>
  )
}

/** The grid's skeleton. */
export function EventGridSkeleton({ cards = 8, isStrip = false }: { cards?: number; isStrip?: boolean }) {
  return (
    <div role="status" aria-label="Cargando eventos" className={classes(GRID, isStrip && STRIP)}>
      {Array.from({ length: cards }, (_, index) => (
        <div
          key={index}
          className={classes('overflow-hidden rounded-card border border-linea bg-tinta', isStrip && STRIP_CARD)}
        >
          <Skeleton className="aspect-square w-full min-[480px]:aspect-[4/5]" />
          <div className="flex flex-col gap-2 p-4">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-5 w-5/6" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="mt-2 h-5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
