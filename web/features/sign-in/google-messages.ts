import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'

const DEFAULT = 'Error al autenticar con Google'

/** What went wrong on the way back from Google, by the word that the callback left in the address. */
const returns: Readonly<Record<string, string>> = {
  google_token_invalid: 'Token de Google inválido',
  google_email_unverified: 'El email de Google no está verificado',
  google_state_invalid: 'El ingreso con Google venció o empezó en otro navegador. Probá de nuevo.',
  google_cancelled: 'Cancelaste el ingreso con Google.',
  google_other_account: 'Esa no es la cuenta de Google con la que ingresaste.',
  google_failed: DEFAULT,
}

export function googleReturnMessage(problem: string | null): string {
  if (problem === null) return 'A la dirección le falta lo que manda Google. Volvé a ingresar.'
  return (Object.hasOwn(returns, problem) && returns[problem]) || DEFAULT
}

/** What a refused call of the sign-in with Google says (rule R3.1). */
export function googleMessage(error: unknown): string {
  if (!isApiFailure(error)) return DEFAULT
  if (error.code === 'wrong_credentials' || error.code === 'account_blocked') return error.message
  if (error.status === 401) return 'Token de Google inválido'
  if (error.status === 403) return 'El email de Google no está verificado'
  if (error.status === 429) return error.message
  if (error.status === 500 || error.status === 0) return failureMessage(error, DEFAULT)
  return DEFAULT
}
