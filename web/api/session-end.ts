import type { EndpointSpec } from '#contract/endpoint.ts'
import { commonFailures } from '#contract/common-failures.ts'
import type { ApiFailure } from './api-failure.ts'

/** Detail of the window event `sessionExpired` (rule R3.4). */
export interface SessionExpiredDetail {
  title: string
  message: string
  errorStatus: number
}

const SIGN_IN_PATHS: readonly string[] = [
  '/api/v1/login',
  '/api/v1/login/google',
  '/api/v1/auth/google/token',
  '/api/v1/auth/google/link',
  '/api/v1/user',
]

/**
 * Whether a failure means that the session is over: any 401, and a 403 that says "your role can never do this", outside
 * sign-in and registration, unless the endpoint declares the code as its own (rule R3.4).
 */
export function endsSession(spec: EndpointSpec, { status, code }: Pick<ApiFailure, 'status' | 'code'>): boolean {
  if (spec.method === 'POST' && SIGN_IN_PATHS.includes(spec.path)) return false
  if (spec.failures.some((own) => own === code)) return false
  return status === 401 || (status === 403 && code === 'forbidden')
}

/** An end that nobody heard: the first screen reads before anything is drawn. */
let unheard: Event | undefined

/** Tells the window that the session is over; the shell answers with its modal, and prevents the event's default as a sign that it did. */
export function announceSessionEnd({ status }: Pick<ApiFailure, 'status'>): void {
  const detail: SessionExpiredDetail =
    status === 403
      ? { title: 'Acceso Denegado', message: commonFailures.forbidden[1], errorStatus: status }
      : { title: 'Sesión Expirada', message: commonFailures.session_expired[1], errorStatus: 401 }
  const event = new CustomEvent<SessionExpiredDetail>('sessionExpired', { detail, cancelable: true })
  if (window.dispatchEvent(event)) unheard ??= event
}

/** Nobody is told any more of an end that nobody heard. */
export function forgetSessionEnd(): void {
  unheard = undefined
}

/** Hears every end from now on, and the one before that nobody heard; gives what ends that. */
export function onSessionEnd(hear: (event: Event) => void): () => void {
  const listen = (event: Event) => {
    event.preventDefault()
    hear(event)
  }
  window.addEventListener('sessionExpired', listen)
  if (unheard) hear(unheard)
  forgetSessionEnd()
  return () => window.removeEventListener('sessionExpired', listen)
}
