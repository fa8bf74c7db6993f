import { expect, test } from 'vitest'
import { failures } from '#contract/api/failures.ts'
import { ApiFailure } from '#web/api/api-failure.ts'
import { activationMessage, forgotPasswordMessage, resetPasswordMessage } from './credential-messages.ts'

const failure = (status: number, message: string) => new ApiFailure({ status, code: 'unknown_error', message })
/** As `call` words an answer without a body of ours. */
const silence = (status: number) =>
  new ApiFailure({ status, code: 'unknown_error', message: failures.unknown_error[1], isSilent: true })
const silent = { 400: silence(400), 404: silence(404), 502: silence(502) }

test.each([
  ['forgot', forgotPasswordMessage, silent[404], 'El email ingresado no está registrado en nuestro sistema'],
  ['forgot', forgotPasswordMessage, silent[502], 'Error del servidor. Por favor, intenta más tarde'],
  ['forgot', forgotPasswordMessage, failure(500, 'Estamos en obra'), 'Estamos en obra'],
  [
    'reset',
    resetPasswordMessage,
    silent[400],
    'Token inválido o expirado. Solicita un nuevo enlace de restablecimiento',
  ],
  ['reset', resetPasswordMessage, silent[404], 'Token no encontrado. Solicita un nuevo enlace de restablecimiento'],
  ['reset', resetPasswordMessage, silent[502], 'Error del servidor. Por favor, intenta más tarde'],
  ['activation', activationMessage, silent[400], 'Token inválido o expirado. Solicita un nuevo enlace de activación'],
  ['activation', activationMessage, silent[404], 'Token no encontrado. Verifica el enlace de activación'],
  ['activation', activationMessage, failure(429, 'Probá de nuevo en 2 minutos.'), 'Probá de nuevo en 2 minutos.'],
  ['activation', activationMessage, new Error('x'), 'Error desconocido'],
])('%s: %#', (_, words, error, message) => {
  expect(words(error)).toBe(message)
})
