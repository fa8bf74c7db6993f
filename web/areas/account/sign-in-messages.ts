import { isApiFailure } from '#web/api/api-failure.ts'
import { waitingTime } from '#web/lib/waiting-time.ts'

function withWaitingTime(message: string, seconds: number | undefined): string {
  return seconds === undefined ? message : `${message}. Probá de nuevo en ${waitingTime(seconds)}.`
}

/** What `/login` says of a failed sign-in (product.md §8). */
export function signInMessage(error: unknown): string {
  if (!isApiFailure(error)) return error instanceof Error && error.message ? error.message : 'Algo salió mal'
  if (error.status === 401) return 'Credenciales incorrectas'
  if (error.status === 500) return 'Error del servidor, intenta más tarde'
  if (error.status === 429) return withWaitingTime('Hiciste demasiados intentos', error.retryAfter)
  return error.message || 'Algo salió mal'
}

/** What `/register` says of a failed registration that is no field's: the server's words first (product.md §8). */
export function registrationMessage(error: unknown): string {
  if (!isApiFailure(error)) return error instanceof Error && error.message ? error.message : 'Error al registrarse'
  if (error.status === 429)
    return withWaitingTime('Se crearon demasiadas cuentas desde este dispositivo', error.retryAfter)
  return error.message || 'Error al registrarse'
}
