import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay, toLocalTime } from '#contract/dates.ts'
import type { EventCard as Event } from '#contract/event-card.ts'
import { formatPrice } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { Flyer } from '#web/ui/Flyer.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { eventNotice } from './event-notice.ts'
import { longestWord } from './longest-word.ts'

const GRID = 'grid grid-cols-1 gap-5 min-[480px]:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'
const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 32vw, (min-width: 480px) 48vw, 100vw'
/** Cards that may stand above the fold on a desktop: their flyers are not lazy. */
const ABOVE_THE_FOLD = 2
/** Letters that fit a card's width at its largest size of type. */
const LONG_WORD = 9

interface EventCardProps {
  event: Event
  isFirst?: boolean
  /** Stands in for the flyer, for one that is not kept yet. */
  picture?: ReactNode
}

/** One event as lists show it: the flyer with its name over it, when, where and from how much. */
export function EventCard({ event, isFirst = false, picture }: EventCardProps) {
  const notice = eventNotice(event)
  return (
    <Link
      to={paths.event(event.id)}
      className="group relative flex flex-col overflow-hidden rounded-card border border-linea bg-tinta text-papel no-underline transition-colors duration-150 hover:border-humo"
    >
      <div className="relative aspect-square overflow-hidden bg-mesa min-[480px]:aspect-[4/5]">
        {picture ?? (
          <Flyer
            image={event.flyer}
            alt=""
            sizes={CARD_SIZES}
            priority={isFirst}
            className="transition-transform duration-250 group-hover:scale-[1.03]"
          />
        )}
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-noche via-noche/70 to-transparent px-4 pt-20 pb-4">
          <h3 className={classes('display line-clamp-3 text-balance hyphens-auto uppercase', nameSize(event.name))}>
            {event.name}
          </h3>
        </div>
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
        <p className="flex items-center gap-1 text-14 text-humo">
          <MapPin aria-hidden="true" size={14} className="shrink-0" />
          <span className="truncate">
            {event.Location.name}, {event.Location.city}
          </span>
        </p>
        <p className="mt-auto pt-2 text-16 font-bold">{priceWords(event.priceFrom)}</p>
      </div>
    </Link>
  )
}

/** A word that a narrow card would break is set one step smaller. */
function nameSize(name: string): string {
  return longestWord(name) > LONG_WORD ? 'text-22' : 'text-28'
}

function priceWords(priceFrom: number | null): string {
  if (priceFrom === null) return 'Entradas a confirmar'
  return priceFrom === 0 ? 'Gratis' : `Desde ${formatPrice(priceFrom)}`
}

/** The cards of a list, in the server's order. */
export function EventGrid({ events }: { events: readonly Event[] }) {
  return (
    <ul className={GRID}>
      {events.map((event, index) => (
        <li key={event.id} className="contents">
          <EventCard event={event} isFirst={index < ABOVE_THE_FOLD} />
        </li>
      ))}
    </ul>
  )
}

/** Bones in the shape of the grid. */
export function EventGridSkeleton({ cards = 8 }: { cards?: number }) {
  return (
    <div role="status" aria-label="Cargando eventos" className={GRID}>
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className="overflow-hidden rounded-card border border-linea bg-tinta">
          <Skeleton className="aspect-square w-full min-[480px]:aspect-[4/5]" />
          <div className="flex flex-col gap-2 p-4">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="mt-2 h-5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
