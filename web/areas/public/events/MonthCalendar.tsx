import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatLongDay, fromLocal } from '#contract/values/dates.ts'
import { counted } from '#web/lib/numbers.ts'
import { classes } from '#web/ui/base/classes.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { dayPath } from './events-list.ts'
import { monthName, monthOf, weeksOf, type Month } from './month-grid.ts'

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

/** The month at a glance: days with events are links to them, today is the sun. */
export function MonthCalendar({ month, days, today, onMonth }: MonthCalendarProps) {
  const eventsOf = new Map(days.map(({ date, events }) => [date, events]))
  return (
    <section
      aria-label="Calendario de eventos"
      className="rounded-card border border-linea bg-tinta/90 p-3 pt-4 sm:p-6"
    >
      <div className="mb-2 flex items-center justify-between max-sm:pl-2">
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
      <table className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1">
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
          {Array.from({ length: 6 }, (_, row) => weeksOf(month)[row] ?? emptyWeek).map((week, row) => (
            <tr key={row}>
              {week.map((date, column) => (
                <td key={column} className="h-11 p-0 text-center align-middle">
                  {date && <Day date={date} events={eventsOf.get(date) ?? 0} isToday={date === today} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const emptyWeek: (string | null)[] = Array.from({ length: 7 }, () => null)

function Day({ date, events, isToday }: { date: string; events: number; isToday: boolean }) {
  const number = Number(date.slice(8))
  const look = classes(
    'flex h-11 w-full flex-col items-center justify-center gap-0.5 rounded-[10px] text-14 font-semibold no-underline',
    isToday && 'bg-sol text-noche',
    !isToday && events > 0 && 'bg-mesa text-papel hover:bg-mesa-2',
    !isToday && events === 0 && 'text-humo',
  )
  if (events === 0) return <span className={look}>{number}</span>
  const words = `${formatLongDay(fromLocal(date, '12:00'))}: ${counted(events, 'evento', 'eventos')}`
  return (
    <Link to={dayPath(date)} aria-label={words} className={look}>
      <span aria-hidden="true">{number}</span>
      <span aria-hidden="true" className="flex gap-0.5">
        {Array.from({ length: Math.min(events, MAX_DOTS) }, (_, dot) => (
          <span key={dot} className={classes('size-1 rounded-full', isToday ? 'bg-noche' : 'bg-celeste')} />
        ))}
      </span>
    </Link>
  )
}
