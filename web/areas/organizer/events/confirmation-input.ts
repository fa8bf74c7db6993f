import * as z from 'zod/mini'
import { isConfirmed } from '#contract/values/confirmation.ts'

/** What is typed before an act that nothing brings back; compared as the server does. */
export function confirmationInput(text: string) {
  return z.string().check(z.refine((typed) => isConfirmed(typed, text), 'No coincide con lo que pedimos escribir'))
}
