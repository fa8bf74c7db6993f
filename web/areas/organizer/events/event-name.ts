import * as z from 'zod/mini'
import { isSameLine } from '#contract/same-line.ts'

/** The name of an event as it is typed before an act that nothing brings back; compared as the server does. */
export function eventNameInput(name: string) {
  return z.string().check(z.refine((typed) => isSameLine(typed, name), 'Escribí el nombre del evento tal cual'))
}
