/** What the profile's screens say of a failed call (rule R3.1). */
import { failures } from '#contract/api/failures.ts'
import { isApiFailure } from '#web/api/api-failure.ts'

/** The toast of a save that failed, whatever the reason. */
export const SAVE_FAILED = 'Error al actualizar el perfil. Por favor, intenta nuevamente.'

type ByStatus = Readonly<Record<number, string>>

function inWords(error: unknown, byStatus: ByStatus): string {
  if (!isApiFailure(error)) return failures.unknown_error[1]
  return byStatus[error.status] ?? error.message
}

export const profileMessage = (error: unknown) =>
  inWords(error, {
    400: failures.invalid_profile[1],
    401: failures.profile_unauthorized[1],
    403: failures.profile_forbidden[1],
  })

/** The server inspects the file: a false picture gets the message of the picker. */
export function profileImageMessage(error: unknown): string {
  return inWords(error, { 400: failures.invalid_profile_image[1], 401: failures.profile_unauthorized[1] })
}

export const passwordMessage = (error: unknown) =>
  inWords(error, { 400: failures.invalid_password_data[1], 401: failures.wrong_password[1] })
