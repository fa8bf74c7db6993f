import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { tooManyTries } from '#web/api/too-many-tries.ts'

/** What `/login` says of a failed sign-in (rule R3.1). */
export function signInMessage(error: unknown): string {
  if (!isApiFailure(error)) return error instanceof Error && error.message ? error.message : 'Algo salió mal'
  if (error.status === 401) return 'Credenciales incorrectas'
  if (error.status === 500) return 'Error del servidor, intenta más tarde'
  return failureMessage(error, 'Algo salió mal')
}

/** What `/register` says of a failed registration that is no field's: the server's words first (rule R3.1). */
export function registrationMessage(error: unknown): string {
  if (!isApiFailure(error)) return error instanceof Error && error.message ? error.message : 'Error en el registro'
  // The account may be there: something between us and the server ate the answer.
  if (error.code === 'unreadable') return 'Error en el registro'
  if (error.status === 429) return tooManyTries(error)
  return failureMessage(error, 'Error al registrarse')
}
