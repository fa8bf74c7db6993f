/** What the screens of links and passwords say of a failed call: the server's words first, then our own (rule R3.1). */
import { failures } from '#contract/api/failures.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'

const SERVER_ERROR = 'Error del servidor. Por favor, intenta más tarde'

function inWords(error: unknown, byStatus: Readonly<Record<number, string>>): string {
  if (!isApiFailure(error)) return failures.unknown_error[1]
  return failureMessage(error, byStatus[error.status] ?? (error.status >= 500 ? SERVER_ERROR : undefined))
}

export const forgotPasswordMessage = (error: unknown) =>
  inWords(error, { 404: 'El email ingresado no está registrado en nuestro sistema' })

export const resetPasswordMessage = (error: unknown) =>
  inWords(error, { 400: failures.reset_link_invalid[1], 404: failures.reset_link_unknown[1] })

export const activationMessage = (error: unknown) =>
  inWords(error, { 400: failures.activation_link_invalid[1], 404: failures.activation_link_unknown[1] })
