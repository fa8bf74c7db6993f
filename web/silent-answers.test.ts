/** What an answer without a body of ours says, row by row of the specification's catalogue of errors (rules R3.1, R3.4). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { login, register } from '#contract/accounts/accounts.ts'
import {
  activateAccount,
  changePassword,
  confirmPasswordReset,
  requestPasswordReset,
} from '#contract/accounts/accounts-credentials.ts'
import { exchangeGoogleCode, linkGoogle, signInWithGoogle } from '#contract/accounts/accounts-google.ts'
import { updateProfile, updateProfileImage } from '#contract/accounts/accounts-profile.ts'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { disconnectPaymentAccount } from '#contract/companies/companies-payment-account.ts'
import { sendOnboarding } from '#contract/companies/onboarding.ts'
import { getCommercialMetrics } from '#contract/events/commercial-desk.ts'
import {
  getBusinessDashboard,
  getEventMetrics,
  getEventPromoters,
  getEventSales,
  getEventTickets,
  getMetricsSummary,
} from '#contract/events/metrics.ts'
import { getPromotedEvents } from '#contract/promoters/promoter-desk.ts'
import { scanNothing, scanTicket } from '#contract/sales/scanning.ts'
import { call } from './api/call.ts'
import { failureMessage, isApiFailure } from './api/api-failure.ts'
import { currentSession, expireSession, signIn } from './api/session.ts'
import {
  activationMessage,
  forgotPasswordMessage,
  resetPasswordMessage,
} from './areas/account/sign-in/credential-messages.ts'
import { passwordMessage, profileImageMessage, profileMessage } from './areas/account/profile/profile-messages.ts'
import { registrationMessage, signInMessage } from './areas/account/sign-in/sign-in-messages.ts'
import { organizerMessage } from './areas/public/organize/organizer-form.ts'
import { refusedVerdict } from './areas/scanner/scan-messages.ts'
import { googleMessage } from './features/sign-in/google-messages.ts'
import { loginAnswer } from './testing/people.ts'

/** `status: words`; `ends` names the statuses that end the session. */
interface Row {
  readonly specs: readonly EndpointSpec[]
  readonly words: (error: unknown) => string
  readonly says: Readonly<Record<number, string>>
  readonly ends?: readonly number[]
}

const SERVER = 'Error del servidor. Por favor, intenta más tarde'
const EXPIRED = 'Tu sesión expiró, vuelve a iniciar'
const byDefault = (error: unknown) => failureMessage(error)
const ofScan = (error: unknown) => (isApiFailure(error) ? refusedVerdict(error).title : 'thrown')

const rows: Readonly<Record<string, Row>> = {
  login: {
    specs: [login],
    words: signInMessage,
    says: {
      401: 'Credenciales incorrectas',
      500: 'Error del servidor, intenta más tarde',
      404: 'Algo salió mal',
      502: 'Algo salió mal',
    },
  },
  registration: {
    specs: [register],
    words: registrationMessage,
    says: { 400: 'Error al registrarse', 401: 'Error al registrarse', 500: 'Error al registrarse' },
  },
  google: {
    specs: [signInWithGoogle, exchangeGoogleCode, linkGoogle],
    words: googleMessage,
    says: {
      401: 'Token de Google inválido',
      403: 'El email de Google no está verificado',
      500: 'Error al autenticar con Google',
      404: 'Error al autenticar con Google',
    },
  },
  forgot: {
    specs: [requestPasswordReset],
    words: forgotPasswordMessage,
    says: { 404: 'El email ingresado no está registrado en nuestro sistema', 500: SERVER, 503: SERVER },
  },
  reset: {
    specs: [confirmPasswordReset],
    words: resetPasswordMessage,
    says: {
      400: 'Token inválido o expirado. Solicita un nuevo enlace de restablecimiento',
      404: 'Token no encontrado. Solicita un nuevo enlace de restablecimiento',
    },
  },
  activation: {
    specs: [activateAccount],
    words: activationMessage,
    says: {
      400: 'Token inválido o expirado. Solicita un nuevo enlace de activación',
      404: 'Token no encontrado. Verifica el enlace de activación',
    },
  },
  disconnect: {
    specs: [disconnectPaymentAccount],
    words: byDefault,
    says: {
      401: 'No tienes autorización para realizar esta acción',
      404: 'No se encontró la conexión de MercadoPago',
    },
  },
  profile: {
    specs: [updateProfile],
    words: profileMessage,
    says: {
      400: 'Datos de perfil inválidos',
      401: 'No tienes autorización para realizar esta acción',
      403: 'Acceso prohibido - verifica tu token de autenticación',
    },
  },
  'profile image': {
    specs: [updateProfileImage],
    words: profileImageMessage,
    says: { 400: 'Imagen de perfil inválida', 404: 'No se encontró el ID del usuario' },
  },
  password: {
    specs: [changePassword],
    words: passwordMessage,
    says: { 400: 'Datos de contraseña inválidos', 401: 'Contraseña actual incorrecta' },
  },
  'promoted events': { specs: [getPromotedEvents], words: byDefault, says: { 401: EXPIRED }, ends: [401] },
  scan: {
    specs: [scanTicket, scanNothing],
    words: ofScan,
    says: {
      400: 'Código QR inválido o ticket no válido',
      401: 'Sesión expirada. Por favor, inicia sesión nuevamente',
      403: 'El usuario no tiene permisos para escanear tickets',
      404: 'Ticket no encontrado',
      409: 'El ticket ya fue utilizado',
      500: 'Error interno del servidor',
    },
  },
  onboarding: {
    specs: [sendOnboarding],
    words: organizerMessage,
    says: {
      400: 'Datos de formulario inválidos. Verifica la información ingresada.',
      401: 'No tienes autorización para realizar esta acción',
      413: 'Las imágenes son demasiado grandes. Intenta con imágenes más pequeñas.',
      500: `${SERVER}.`,
      502: `${SERVER}.`,
    },
  },
}

const metrics = [
  getEventMetrics,
  getMetricsSummary,
  getEventSales,
  getEventTickets,
  getEventPromoters,
  getBusinessDashboard,
  getCommercialMetrics,
]

const answers = {
  nothing: '',
  'a proxy’s page': '<html><h1>Gateway</h1></html>',
  'JSON of somebody else': '{"error":"x"}',
}

beforeEach(() => signIn(loginAnswer('ORGANIZATOR')))
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

async function failureOf(spec: EndpointSpec, status: number, body: string): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  return call<EndpointSpec>(spec, { params: {}, query: {}, body: {} }).catch((error: unknown) => error)
}

describe.each(Object.entries(answers))('answered with %s', (_, body) => {
  const cases = Object.entries(rows).flatMap(([name, row]) =>
    row.specs.flatMap((spec) =>
      Object.entries(row.says).map(([status, says]) => [name, Number(status), spec, says, row] as const),
    ),
  )
  test.each(cases)('%s: %i', async (_name, status, spec, says, { words, ends = [] }) => {
    const failure = await failureOf(spec, status, body)
    expect(words(failure)).toBe(says)
    expect(failure).toMatchObject({ status })
    expect(currentSession() === null).toBe(ends.includes(status))
  })

  test.each(metrics.flatMap((spec) => [401, 403, 404].map((status) => [spec.path, status, spec] as const)))(
    'metrics %s: %i ends no session',
    async (_path, status, spec) => {
      expect(await failureOf(spec, status, body)).toMatchObject({ status })
      expect(currentSession()).not.toBeNull()
    },
  )
})

test('what an endpoint says of a silent answer it declares too', () => {
  const declared: readonly EndpointSpec[] = [...Object.values(rows).flatMap(({ specs }) => specs), ...metrics]
  for (const { silent = {}, failures } of declared) {
    expect(failures).toEqual(expect.arrayContaining(Object.values(silent)))
  }
})
