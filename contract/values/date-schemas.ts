/** What of dates and times the wire takes. Apart from the words of dates: a page that only shows them needs no schemas. */
import * as z from 'zod/mini'
import { addDays, addHours, areInOrder, BACKWARD, fromLocal, millisecondsBetween } from './dates.ts'

export const instant = z.iso.datetime({ offset: true, error: 'La fecha no es válida' })
export const localDate = z.iso.date({ error: 'La fecha no es válida' })
export const localTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'La hora no es válida'))

/** The calendar that people may type: what the rest adds to it, a day or an offset, is a date in every program. */
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'
const OUTSIDE = 'La fecha tiene que estar entre 1900 y 2199'

/** An instant that a person types; kept in the one spelling (UTC), because not every program takes every offset. */
export const instantInput = instant.check((typed) => {
  if (typed.issues.length > 0) return
  const isInside =
    millisecondsBetween(fromLocal(FIRST_DAY, '00:00'), typed.value) >= 0 &&
    millisecondsBetween(typed.value, fromLocal(addDays(LAST_DAY, 1), '00:00')) > 0
  if (isInside) typed.value = addHours(typed.value, 0)
  else typed.issues.push({ code: 'custom', message: OUTSIDE, input: typed.value, continue: true })
})
/** A day that a person types or looks for. */
export const dateInput = localDate.check((typed) => {
  if (typed.issues.length > 0 || (FIRST_DAY <= typed.value && typed.value <= LAST_DAY)) return
  typed.issues.push({ code: 'custom', message: OUTSIDE, input: typed.value, continue: true })
})

/** A stretch of days in one object: its end is not before its beginning (rule R10.15). */
export function inOrder<const From extends string, const Until extends string>(from: From, until: Until) {
  return z.refine<Partial<Record<From | Until, unknown>>>((range) => areInOrder(range[from], range[until]), {
    error: BACKWARD,
    path: [until],
  })
}
