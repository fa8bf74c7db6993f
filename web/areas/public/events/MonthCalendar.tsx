import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatLongDay, formatMonth, fromLocal, weekdayOf } from '#contract/values/dates.ts'
import { counted } from '#web/lib/numbers.ts'
import { classes } from '#web/ui/base/classes.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { dayPath } from '#contract/first-paint/events-links.ts'
import { monthName, monthOf, type Month } from '#contract/values/months.ts'
import { daysAhead, weeksOf } from './month-grid.ts'

const WEEKDAYS = [
  ['L', 'lunes'],
  ['M', 'martes'],
  ['M', 'miércoles'],
  ['J', 'jueves'],
  ['V', 'viernes'],
  ['S', 'sábado'],
  ['D', 'domingo'],
] as const
const MAX_DOTS = 3

interface MonthCalendarProps {
  month: Month
  /** Days that have events, and how many. */
  days: readonly { date: string; events: number }[]
  today: string
  onMonth: (step: 1 | -1) => void
}

/**
 * The month at a glance: days with events are links to them, today is the sun. Where it stands between the nights and not
 * next to them, the next fourteen days alone, until it is opened.
 */
export function MonthCalendar({ month, days, today, onMonth }: MonthCalendarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const weeks = weeksOf(month, today)
  const eventsOf = new Map(days.map(({ date, events }) => [date, events]))
  return (
    <section aria-label="Calendario de eventos">
      {!isOpen && (
        <div className="lg:hidden">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
            <h2 className="display text-22">Dos semanas</h2>
            <Button tone="quiet" size="s" className="-mr-3 text-celeste" onClick={() => setIsOpen(true)}>
              Ver mes
            </Button>
          </div>
          <ol className="grid grid-cols-7 gap-1.5">
            {daysAhead(today).map((date) => (
              <li key={date}>
                <Day date={date} events={eventsOf.get(date) ?? 0} isToday={date === today} hasWeekday />
              </li>
            ))}
          </ol>
        </div>
      )}
      <div
        className={classes(
          'rounded-card border border-linea bg-tinta/90 p-3 pt-4 lg:px-6 lg:py-4',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <div className="flex items-center justify-between pl-2 sm:pl-0">
          <h2 className="display text-22" aria-live="polite">
            {monthName(month, monthOf(today).year)}
          </h2>
          <div className="flex">
            <IconButton label="Mes anterior" onClick={() => onMonth(-1)}>
              <ChevronLeft size={20} />
            </IconButton>
            <IconButton label="Mes siguiente" onClick={() => onMonth(1)}>
              <ChevronRight size={20} />
            </IconButton>
          </div>
        </div>
        <table className="w-full table-fixed border-separate border-spacing-0.5">
          <thead>
            <tr>
              {WEEKDAYS.map(([letter, name]) => (
                <th key={name} scope="col" className="pb-1 text-12 font-bold text-humo">
                  <abbr title={name} className="no-underline">
                    {letter}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* Six rows always: the months differ, and nothing below may jump. */}
            {Array.from({ length: 6 }, (_, row) => weeks[row] ?? emptyWeek).map((week, row) => (
              <tr key={row}>
                {week.map((date, column) => (
                  <td key={column} className="h-11 p-0 text-center align-middle">
                    {date && (
                      <Day
                        date={date}
                        events={eventsOf.get(date) ?? 0}
                        isToday={date === today}
                        isOfNext={monthOf(date).month !== month.month}
                      />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const emptyWeek: (string | null)[] = Array.from({ length: 7 }, () => null)

interface DayProps {
  date: string
  events: number
  isToday: boolean
  /** Its letter is in it, not above its column. */
  hasWeekday?: boolean
  /** Goes on after the month that is shown. */
  isOfNext?: boolean
}

function Day({ date, events, isToday, hasWeekday = false, isOfNext = false }: DayProps) {
  const number = Number(date.slice(8))
  const noon = fromLocal(date, '12:00')
  const [letter] = WEEKDAYS[(weekdayOf(date) + 6) % 7] ?? ['']
  const look = classes(
    'flex w-full flex-col items-center justify-center gap-0.5 rounded-[10px] text-14 font-semibold no-underline',
    hasWeekday ? 'h-16' : 'h-11',
    isToday && 'bg-sol text-noche',
    !isToday && events > 0 && 'bg-mesa text-papel hover:bg-mesa-2',
    !isToday && events === 0 && 'text-humo',
    !isToday && events === 0 && hasWeekday && 'bg-tinta',
  )
  const face = (
    <>
      {hasWeekday && (
        <span aria-hidden="true" className="text-12 font-normal">
          {letter}
        </span>
      )}
      <span aria-hidden="true">
        {number}
        {isOfNext && number === 1 && <span className="text-12 font-normal"> {formatMonth(noon).slice(0, 3)}</span>}
      </span>
    </>
  )
  const words = formatLongDay(noon)
  if (events === 0) {
    return (
      <span className={look}>
        {face}
        <span className="sr-only">{hasWeekday || isOfNext ? words : number}</span>
      </span>
    )
  }
  return (
    <Link to={dayPath(date)} className={look}>
      {/* In place of a label, which would have to begin with the letter and the number that are seen. */}
      <span className="sr-only">{`${words}: ${counted(events, 'evento', 'eventos')}`}</span>
      {face}
      <span aria-hidden="true" className="flex gap-0.5">
        {Array.from({ length: Math.min(events, MAX_DOTS) }, (_, dot) => (
          <span key={dot} className={classes('size-1 rounded-full', isToday ? 'bg-noche' : 'bg-celeste')} />
        ))}
      </span>
    </Link>
  )
}
