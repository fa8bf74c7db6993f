import { failures } from '#contract/api/failures.ts'
import { isApiFailure } from '#web/api/api-failure.ts'

/** A code that was not taken, with the tries that are left. */
export function codeMessage(error: unknown): string {
  if (!isApiFailure(error)) return failures.unknown_error[1]
  if (error.code !== 'wrong_code') return error.message
  const left = triesLeft(error.details)
  if (left === 0) return `${error.message} y no quedan más intentos. Pedí uno nuevo.`
  if (left === null) return `${error.message}.`
  return `${error.message}. Te ${left === 1 ? 'queda 1 intento' : `quedan ${left} intentos`}.`
}

function triesLeft(details: unknown): number | null {
  const has = typeof details === 'object' && details !== null && 'triesLeft' in details
  return has && typeof details.triesLeft === 'number' ? details.triesLeft : null
}
