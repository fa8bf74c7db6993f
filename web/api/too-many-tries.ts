import type { FailureCode } from '#contract/api/failures.ts'
import { whenAgain } from '#web/lib/waiting-time.ts'

interface Limited {
  readonly code?: string
  readonly message: string
  /** Seconds, if the server sent them. */
  readonly retryAfter?: number | undefined
}

/** What was too much, and what may be done again later; the rest are tries. */
const WORDS: Partial<Record<FailureCode, readonly [what: string, again: string]>> = {
  resend_limit: ['Ya reenviamos esta entrada varias veces', 'Podés volver a pedirla'],
  transfer_day_limit: ['Ya transferiste cinco entradas en un día', 'Podés volver a transferir'],
  export_limit: ['Ya pediste tres descargas en un día', 'Podés pedir otra'],
}

/**
 * Message of a 429: until when, if the server sent it, else the server's message. `what` names the limited action where the
 * screen knows it better than the code.
 */
export function tooManyTries({ code, retryAfter, message }: Limited, what?: string): string {
  if (retryAfter === undefined) return message
  const [known, again] = WORDS[code as FailureCode] ?? ['Hiciste demasiados intentos', 'Probá de nuevo']
  return `${what ?? known}. ${again} ${whenAgain(retryAfter)}.`
}
