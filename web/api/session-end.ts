import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { commonFailures } from '#contract/api/common-failures.ts'
import { STAFF_KINDS } from '#contract/api/roles.ts'
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

/** Whether the call is work at an event. That right comes and goes with an assignment, and the session goes on without it. */
const isWorkAtEvent = ({ access }: EndpointSpec) =>
  typeof access === 'object' &&
  typeof access.roles === 'object' &&
  STAFF_KINDS.some((kind) => access.roles.includes(kind))

const isForbidden = ({ status, code }: Pick<ApiFailure, 'status' | 'code'>) => status === 403 && code === 'forbidden'

/** Whether a failure says that a right ended and not the session. */
export function endsRight(spec: EndpointSpec, failure: Pick<ApiFailure, 'status' | 'code'>): boolean {
  return isForbidden(failure) && isWorkAtEvent(spec)
}

/** In place of the words that ask to sign in again. */
export const RIGHT_ENDED = 'Ya no estás en el equipo de ningún evento: esto no lo podés ver ni cambiar.'

const RIGHT_END = 'rightEnded'

/** Notifies the window that the person has fewer roles than this browser knows; the shell reads them again. */
export function announceRightEnd(): void {
  window.dispatchEvent(new Event(RIGHT_END))
}

/** Subscribes; returns unsubscribe. */
export function onRightEnd(listener: () => void): () => void {
  window.addEventListener(RIGHT_END, listener)
  return () => window.removeEventListener(RIGHT_END, listener)
}

/**
 * Whether a failure means that the session is over: any 401, and a 403 that says "your role can never do this", outside
 * sign-in and registration, unless the endpoint declares the code as its own or is work at an event (rule R3.4).
 */
export function endsSession(spec: EndpointSpec, failure: Pick<ApiFailure, 'status' | 'code'>): boolean {
  if (spec.method === 'POST' && SIGN_IN_PATHS.includes(spec.path)) return false
  if (spec.failures.some((own) => own === failure.code)) return false
  return failure.status === 401 || (isForbidden(failure) && !isWorkAtEvent(spec))
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
