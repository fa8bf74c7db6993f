import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { commonFailures } from '#contract/api/common-failures.ts'
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

/** What the modal says where the specification has words of its own; by the address that was asked. */
const MESSAGES: Readonly<Record<string, string>> = {
  '/api/v1/event/dashboard/rrpp': 'Sesión expirada. Por favor, inicia sesión nuevamente.',
}

/** A session end raised before the shell mounted; replayed to the first listener. */
let pending: Event | undefined

/** Notifies the window that the session is over; the shell shows its modal and prevents the event's default. */
export function announceSessionEnd({ status }: Pick<ApiFailure, 'status'>, asked?: Pick<EndpointSpec, 'path'>): void {
  const message = MESSAGES[asked?.path ?? ''] ?? commonFailures.session_expired[1]
  const detail: SessionExpiredDetail =
    status === 403
      ? { title: 'Acceso Denegado', message: commonFailures.forbidden[1], errorStatus: status }
      : { title: 'Sesión Expirada', message, errorStatus: 401 }
  const event = new CustomEvent<SessionExpiredDetail>('sessionExpired', { detail, cancelable: true })
  if (window.dispatchEvent(event)) pending ??= event
}

/** Drops the pending session end. */
export function forgetSessionEnd(): void {
  pending = undefined
}

/** Subscribes; replays a pending event. Returns unsubscribe. */
export function onSessionEnd(listener: (event: Event) => void): () => void {
  const listen = (event: Event) => {
    event.preventDefault()
    listener(event)
  }
  window.addEventListener('sessionExpired', listen)
  if (pending) listener(pending)
  forgetSessionEnd()
  return () => window.removeEventListener('sessionExpired', listen)
}
