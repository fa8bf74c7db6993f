/**
 * Working days of Argentina: Monday to Friday but national holidays (Ley 27.399) and the days that a decree adds for one year
 * (`holidays.ts`).
 */
import { addDays, weekdayOf } from '#contract/values/dates.ts'
import { holidaysByDecree } from './holidays.ts'

const [SUNDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 2, 3, 4, 5, 6]

const FIXED = ['01-01', '03-24', '04-02', '05-01', '05-25', '06-20', '07-09', '12-08', '12-25']
/** Moved to a Monday when they fall between Tuesday and Friday (art. 6). */
const MOVABLE = ['06-17', '08-17', '10-12', '11-20']

/** Easter Sunday of a year, by the anonymous Gregorian computus (Meeus, Astronomical Algorithms, ch. 8). */
function easterOf(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  const day = (h + l - 7 * m + 33 * month + 19) % 32
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function observed(date: string): string {
  const weekday = weekdayOf(date)
  if (weekday === TUESDAY) return addDays(date, -1)
  if (weekday === WEDNESDAY) return addDays(date, -2)
  if (weekday === THURSDAY) return addDays(date, 4)
  if (weekday === FRIDAY) return addDays(date, 3)
  return date
}

/** Computed once: lists ask the same year for each of their rows. */
const holidaysByYear = new Map<number, ReadonlySet<string>>()

function holidaysOf(year: number): ReadonlySet<string> {
  const known = holidaysByYear.get(year)
  if (known) return known
  const easter = easterOf(year)
  const { added = [], moved = {} } = holidaysByDecree[year] ?? {}
  const holidays = new Set([
    ...FIXED.map((day) => `${year}-${day}`),
    ...MOVABLE.map((day) => moved[`${year}-${day}`] ?? observed(`${year}-${day}`)),
    ...added,
    // Monday and Tuesday of carnival, Good Friday.
    addDays(easter, -48),
    addDays(easter, -47),
    addDays(easter, -2),
  ])
  holidaysByYear.set(year, holidays)
  return holidays
}

/** Whether people work on this local date (`YYYY-MM-DD`). */
export function isWorkingDay(date: string): boolean {
  const weekday = weekdayOf(date)
  if (weekday === SUNDAY || weekday === SATURDAY) return false
  return !holidaysOf(Number(date.slice(0, 4))).has(date)
}

/** The `count`th working day after a local date; that day itself is not counted. */
export function addWorkingDays(date: string, count: number): string {
  let day = date
  for (let left = count; left > 0;) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}
