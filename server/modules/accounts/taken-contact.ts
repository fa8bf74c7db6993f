import { brokenConstraint } from '#server/db/constraints.ts'
import { Failure } from '#server/shared/failure.ts'

/** The failure that a broken unique index of `users` stands for, told at its field; null for any other error. */
export function takenContact(error: unknown): Failure | null {
  const constraint = brokenConstraint(error)
  if (constraint === 'users_phone')
    return new Failure('phone_taken', [{ path: ['phone'], message: 'Ya existe una cuenta con ese teléfono' }])
  if (constraint === 'users_mail')
    return new Failure('mail_taken', [{ path: ['mail'], message: 'Ya existe una cuenta con ese email' }])
  return null
}
