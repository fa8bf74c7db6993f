/** From a day to a day, both counted; a file of its own, because the landing does without it. */
import * as z from 'zod/mini'

export const BACKWARD = 'La fecha «hasta» no puede ser anterior a la fecha «desde»'

/** Whether the last day is not before the first; either may be left open. */
export function areInOrder(from: unknown, until: unknown): boolean {
  return typeof from !== 'string' || typeof until !== 'string' || from <= until
}

/** A stretch of days in one object: its end is not before its beginning (rule R10.15). */
export function inOrder<const From extends string, const Until extends string>(from: From, until: Until) {
  return z.refine<Partial<Record<From | Until, unknown>>>((range) => areInOrder(range[from], range[until]), {
    error: BACKWARD,
    path: [until],
  })
}
