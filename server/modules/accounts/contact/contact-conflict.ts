import { brokenConstraint } from '#server/db/constraints.ts'
import { Failure } from '#server/shared/failure.ts'

/** Reported at its field; the profile's form calls its mail `email`. */
export function phoneTaken(): Failure {
  return new Failure('phone_taken', [{ path: ['phone'], message: 'Ya existe una cuenta con ese teléfono' }])
}

export function mailTaken(field: 'mail' | 'email' = 'mail'): Failure {
  return new Failure('mail_taken', [{ path: [field], message: 'Ya existe una cuenta con ese email' }])
}

/** The failure that a broken unique index of `users` means, reported at its field; null for any other error. */
export function contactConflict(error: unknown): Failure | null {
  const constraint = brokenConstraint(error)
  if (constraint === 'users_phone') return phoneTaken()
  if (constraint === 'users_mail') return mailTaken()
  return null
}
