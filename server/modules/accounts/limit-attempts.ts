/** Attempts that count per account, phone or address, each kind in a window of its own that begins with the first. */
import type { App } from '#server/context.ts'
import { tryAgain } from '#server/shared/try-again.ts'
import { deleteAttempts, noteAttempt } from './store.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How many in how many seconds. */
const LIMITS = {
  /** Guesses at the password of a phone, at the door and of whoever is signed in (behaviour.md §1). */
  'sign-in': { most: 5, seconds: 15 * MINUTE },
  password: { most: 5, seconds: 15 * MINUTE },
  reset: { most: 3, seconds: HOUR },
  activation: { most: 3, seconds: HOUR },
  /** Codes to one mail or phone, whoever asks: nobody's mailbox is filled by trying it as a new contact. */
  code: { most: 5, seconds: HOUR },
  /** New phones and mails of a person: which of them have an account is not for asking around (threats.md 4). */
  contact: { most: 10, seconds: HOUR },
  /** Pictures are kept for good, so a person may only add so many (threats.md 20). */
  image: { most: 30, seconds: 24 * HOUR },
  /** Messages to one person that others' acts cause, whoever they are (threats.md 27). */
  notice: { most: 10, seconds: HOUR },
} as const
export type Limited = keyof typeof LIMITS

/** A keyed hash, so that the table names nobody. */
function keyOf(app: App, limited: Limited, subject: string): string {
  return app.vault.mac(`${limited}-attempts`, subject).toString('base64url')
}

/** Counts an attempt before it is judged, so that parallel ones all count; tells whether it is one too many, and for how long. */
export async function countAttempt(
  app: App,
  limited: Limited,
  subject: string,
): Promise<{ isOver: boolean; waitSeconds: number }> {
  const { most, seconds } = LIMITS[limited]
  const { attempts, waitSeconds } = await noteAttempt(app, keyOf(app, limited, subject), seconds)
  return { isOver: attempts > most, waitSeconds }
}

/** The same; one too many throws `too_many_requests` with until when, unless `mayGoOn` says otherwise. */
export async function limitAttempts(
  app: App,
  limited: Limited,
  subject: string,
  mayGoOn: () => Promise<boolean> = async () => false,
): Promise<void> {
  const { isOver, waitSeconds } = await countAttempt(app, limited, subject)
  if (isOver && !(await mayGoOn())) {
    throw tryAgain(app.clock, 'too_many_requests', waitSeconds)
  }
}

/** A right password forgives the attempts before it. */
export async function forgetAttempts(app: App, limited: Limited, subject: string): Promise<void> {
  await deleteAttempts(app, [keyOf(app, limited, subject)])
}

/** Every count of somebody who leaves, by whatever they were counted under. */
export async function forgetAllAttempts(app: App, subjects: readonly string[]): Promise<void> {
  const kinds = Object.keys(LIMITS) as Limited[] // its own keys
  await deleteAttempts(
    app,
    kinds.flatMap((limited) => subjects.map((subject) => keyOf(app, limited, subject))),
  )
}
