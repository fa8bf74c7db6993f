import { addDays, formatDay, toLocalDate, toLocalTime } from '#contract/values/dates.ts'
import { nowInstant } from './clock.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * When something may be tried again: «en 30 segundos», «en 12 minutos», and what is further away by its hour: «hoy a las
 * 23:10», «mañana a las 14:05», «el mar 24 nov a las 14:05». Rounded up, so that it is never too early.
 */
export function whenAgain(seconds: number, now = nowInstant()): string {
  if (seconds <= 90) return `en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`
  if (seconds < HOUR) return `en ${Math.ceil(seconds / MINUTE)} minutos`
  const minutes = Math.ceil((Date.parse(now) / 1000 + seconds) / MINUTE)
  const instant = new Date(minutes * MINUTE * 1000).toISOString()
  return `${dayOf(instant, now)} a las ${toLocalTime(instant)}`
}

function dayOf(instant: string, now: string): string {
  const [day, today] = [toLocalDate(instant), toLocalDate(now)]
  if (day === today) return 'hoy'
  return day === addDays(today, 1) ? 'mañana' : `el ${formatDay(instant)}`
}
