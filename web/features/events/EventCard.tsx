import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { priceWords, whenWords } from '#contract/first-paint/card-words.ts'
import type { EventCard as Event } from '#contract/events/event-schemas.ts'
import { eventNotice, isOn } from '#contract/first-paint/event-notice.ts'
import { eventPath } from '#contract/api/paths.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { classes } from '#web/ui/base/classes.ts'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { nowInstant } from '#web/lib/clock.ts'
import { useRestDrawn } from '#web/lib/start/use-rest-drawn.ts'

/** On a phone: one finger moves along the nights, or each is a row. Wider, all are a grid. */
type Look = 'strip' | 'rows'

const GRIDS: Record<Look, string> = {
  strip:
    'max-[479px]:-mx-5 max-[479px]:flex max-[479px]:snap-x max-[479px]:items-start max-[479px]:snap-mandatory max-[479px]:gap-3 max-[479px]:scroll-px-5 max-[479px]:overflow-x-auto max-[479px]:px-5 max-[479px]:pb-2 min-[480px]:grid min-[480px]:grid-cols-2 min-[480px]:gap-5 lg:grid-cols-3 xl:grid-cols-4',
  rows: 'grid grid-cols-1 gap-3 min-[480px]:grid-cols-2 min-[480px]:gap-5 lg:grid-cols-3 xl:grid-cols-4',
}
// One long name would leave a hole under the others: two lines of each, the event's page has all.
const CARDS: Record<Look, string> = {
  strip:
    'max-[479px]:w-[min(68vw,17rem)] max-[479px]:shrink-0 max-[479px]:snap-start max-[479px]:[&_h3]:line-clamp-2 max-[479px]:[&_h3+p]:line-clamp-2',
  rows: 'max-[479px]:min-h-36 max-[479px]:flex-row max-[479px]:[&_h3]:line-clamp-2 max-[479px]:[&_h3]:text-16 max-[479px]:[&_h3+p]:line-clamp-1',
}
const PICTURES: Record<Look, string> = {
  strip: '',
  rows: 'max-[479px]:w-[7.2rem] max-[479px]:shrink-0 max-[479px]:self-start',
}
const TEXTS: Record<Look, string> = { strip: '', rows: 'max-[479px]:min-w-0 max-[479px]:gap-0.5 max-[479px]:p-3' }
const WIDE = '(min-width: 1280px) 290px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw'
const SIZES: Record<Look, string> = { strip: `${WIDE}, 270px`, rows: `${WIDE}, 116px` }
/** Cards that may stand above the fold on a desktop: their flyers are not lazy. */
const ABOVE_THE_FOLD = 2

interface EventCardProps {
  event: Event
  priority?: boolean | 'soon'
  /** Replaces the flyer of an event that is not saved yet. */
  picture?: ReactNode
  look?: Look
  /** Its day is said above. */
  hasDayAbove?: boolean
}

/**
 * One event as lists show it: the flyer, whole and with nothing over it, and under it when, what, where and all that a ticket
 * costs at least.
 */
export function EventCard({ event, priority = false, picture, look = 'strip', hasDayAbove = false }: EventCardProps) {
  const notice = eventNotice(event)
  const place = `${event.Location.name}, ${event.Location.city}`
  return (
    <Link
      to={eventPath(event)}
      className={classes(
        'group flex flex-col overflow-hidden rounded-card border border-linea bg-tinta text-papel no-underline transition-colors duration-150 hover:border-humo',
        CARDS[look],
      )}
    >
      <div className={classes('relative aspect-[4/5] overflow-hidden bg-mesa', PICTURES[look])}>
        {picture ?? (
          <Flyer
            image={event.flyer}
            alt=""
            lettering={event.name}
            sizes={SIZES[look]}
            priority={priority}
            whole="in4by5"
          />
        )}
      </div>
      <div className={classes('flex flex-1 flex-col gap-1 p-4', TEXTS[look])}>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="text-14 font-semibold text-sol first-letter:uppercase">{whenWords(event, hasDayAbove)}</p>
          {isOn(event, nowInstant()) && <Badge tone="sol">Ahora</Badge>}
          {notice && <Badge tone={notice.tone}>{notice.text}</Badge>}
          {look === 'strip' && event.isPinned && <Badge tone="celeste">Destacado</Badge>}
        </div>
        <h3
          translate="no"
          title={event.name}
          className="text-18 leading-snug font-bold text-balance wrap-anywhere hyphens-auto"
        >
          {event.name}
        </h3>
        <p translate="no" title={place} className="text-14 wrap-anywhere text-humo">
          {place}
        </p>
        <p translate="no" className="mt-auto pt-1 text-16 font-bold">
          {event.availability !== 'closed' && priceWords(event)}
        </p>
      </div>
    </Link>
  )
}

/** As many as the page shows before the program runs (`server/modules/events/first-paint`): a desktop's row, and two. */
const FIRST_SCREEN: Record<Look, number> = { strip: 4, rows: 8 }

interface EventGridProps {
  events: readonly Event[]
  look: Look
  /** Their day is said above them. */
  hasDayAbove?: boolean
}

/** The cards of a list, in the server's order. */
export function EventGrid({ events, look, hasDayAbove = false }: EventGridProps) {
  const shown = useRestDrawn() ? events : events.slice(0, FIRST_SCREEN[look])
  return (
    <ul className={GRIDS[look]}>
      {shown.map((event, index) => (
        <li key={event.id} className="contents">
          <EventCard
            event={event}
            priority={index === 0 || (index < ABOVE_THE_FOLD && 'soon')}
            look={look}
            hasDayAbove={hasDayAbove}
          />
        </li>
      ))}
    </ul>
  )
}

/** The grid's skeleton. */
export function EventGridSkeleton({ cards = 8, look }: { cards?: number; look: Look }) {
  return (
    <div role="status" aria-label="Cargando eventos" className={GRIDS[look]}>
      {Array.from({ length: cards }, (_, index) => (
        <div
          key={index}
          className={classes('flex flex-col overflow-hidden rounded-card border border-linea bg-tinta', CARDS[look])}
        >
          <Skeleton className={classes('aspect-[4/5] w-full', PICTURES[look])} />
          <div className={classes('flex flex-1 flex-col gap-2 p-4', TEXTS[look])}>
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
