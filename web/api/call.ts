/**
 * The one way from a screen to the server: takes an endpoint of the contract and its input, gives its typed answer or
 * throws an `ApiFailure` whose message can be shown.
 */
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { commonFailures } from '#contract/api/common-failures.ts'
import type { FailureCode } from '#contract/api/failures.ts'
import { formFields } from '#contract/api/form-fields.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { randomId } from '#web/lib/random-id.ts'
import { ApiFailure } from './api-failure.ts'
import { deviceId } from './device.ts'
import { currentSession, expireSession, wasLeft } from './session.ts'
import { announceRightEnd, announceSessionEnd, endsRight, endsSession, RIGHT_ENDED } from './session-end.ts'
import { stepUp } from './step-up.ts'
import { tooManyTries } from './too-many-tries.ts'
import { sendByFetch, sendByXhr, type RawAnswer, type RawRequest } from './transport.ts'

/** Rule R16.2. */
const TIMEOUT_MILLISECONDS = 15_000
const UPLOAD_TIMEOUT_MILLISECONDS = 120_000

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** One per intent of the person, kept over retries; a fresh one if none is given and the endpoint takes it. */
  idempotencyKey?: string
  /** Share of an upload that has left, from 0 to 1. */
  onUploadProgress?: (share: number) => void
  /** Another bearer than the session, for example a door device's lease: its refusals never end the session. */
  token?: string
}

type NoInput = Record<never, never>
type Input<Spec extends EndpointSpec> = CallInput<Spec>
/** The input may be left out where the endpoint demands none. */
export type CallArguments<Spec extends EndpointSpec> =
  NoInput extends Input<Spec>
    ? [input?: Input<Spec>, options?: CallOptions]
    : [input: Input<Spec>, options?: CallOptions]

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  files?: Record<string, Blob | undefined>
}

/**
 * Calls an endpoint. One that asks for the password once more has it asked, and is sent again. Throws `ApiFailure`; a
 * refusal that means that the session is over also clears it and dispatches
 * `sessionExpired` on the window.
 */
export async function call<Spec extends EndpointSpec>(spec: Spec, ...args: CallArguments<Spec>): Promise<Answer<Spec>> {
  const input = (args[0] ?? {}) as AnyInput // CallInput is this shape for every endpoint
  const options = args[1] ?? {}
  const session = currentSession()
  const token = options.token ?? session?.token
  if (!token && needsSession(spec)) throw refused(spec, missingToken(), options, token)

  const body = encodeBody(spec, input)
  const headers = new Headers({ accept: 'application/json', 'x-device-id': deviceId() })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (spec.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? randomId())

  const isUpload = body instanceof FormData
  const send = isUpload && options.onUploadProgress ? sendByXhr : sendByFetch
  const request: RawRequest = {
    method: spec.method,
    url: addressOf(spec, input),
    headers,
    body,
    timeoutMilliseconds: isUpload ? UPLOAD_TIMEOUT_MILLISECONDS : TIMEOUT_MILLISECONDS,
    signal: options.signal,
    onUploadProgress: options.onUploadProgress,
  }
  const sentAt = nowMilliseconds()
  let raw = await send(request)
  let failure = await failureOf(spec, raw)
  if (failure?.code === 'step_up_required' && options.token === undefined) {
    if (!(await stepUp.confirmed(sentAt))) throw notConfirmed(failure)
    raw = await send(request)
    failure = await failureOf(spec, raw)
  }
  if (failure) throw refused(spec, failure, options, token)
  return (await answerOf(spec, raw)) as Answer<Spec> // the server writes answers by the same schema
}

/** The address of a call: path parameters filled in, and the query in the schema's order of keys. */
export function addressOf(spec: EndpointSpec, input: Pick<AnyInput, 'params' | 'query'>): string {
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** JSON, or a form of named fields when there are files to send. */
function encodeBody(spec: EndpointSpec, input: AnyInput): string | FormData | undefined {
  const files = Object.entries(input.files ?? {}).filter((entry): entry is [string, Blob] => entry[1] !== undefined)
  if (files.length > 0) {
    const form = new FormData()
    for (const [name, text] of formFields(input.body)) form.append(name, text)
    for (const [name, file] of files) form.append(name, file, file instanceof File ? file.name : name)
    return form
  }
  return spec.body ? JSON.stringify(input.body ?? {}) : undefined
}

function needsSession(spec: EndpointSpec): boolean {
  const who = typeof spec.access === 'object' ? spec.access.roles : spec.access
  return who !== 'public'
}

/** Rule R16.3. */
function missingToken(): ApiFailure {
  return new ApiFailure({ status: 401, code: 'missing_token', message: commonFailures.missing_token[1] })
}

/**
 * Passes a failure on, after ending the session if that is what it means; of a right that ended it says so. An answer to a session that is no longer the
 * present one says nothing about the present one, and a user who signed out needs no notice.
 */
function refused(spec: EndpointSpec, failure: ApiFailure, options: CallOptions, token: string | undefined): ApiFailure {
  const present = currentSession()?.token
  const isAboutPresent = present === undefined ? !wasLeft() : present === token
  if (options.token === undefined && isAboutPresent && endsSession(spec, failure)) {
    expireSession()
    announceSessionEnd(failure, spec)
  }
  // What this browser knows of the person is old: the shell asks again.
  if (isAboutPresent && failure.code === 'company_role_not_allowed') announceRightEnd()
  if (!endsRight(spec, failure)) return failure
  if (isAboutPresent) announceRightEnd()
  const { status, code } = failure
  return new ApiFailure({ status, code, message: RIGHT_ENDED })
}

/** The dialog was closed without the password: what the call would have done was not done. */
function notConfirmed({ status, code }: ApiFailure): ApiFailure {
  return new ApiFailure({ status, code, message: 'No confirmaste tu contraseña, así que no hicimos nada.' })
}

/** Null for an answer that is no failure. */
async function failureOf(spec: EndpointSpec, raw: RawAnswer): Promise<ApiFailure | null> {
  const { status } = raw
  if (status >= 200 && status <= 299) return null
  const body = await raw.json()
  const said: SaidFailure = isFailureBody(body) ? body : await withoutBody(spec, status)
  const seconds = Number(raw.header('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  // A rate limit says until when, on every screen.
  const message = status === 429 ? tooManyTries({ ...said, retryAfter }) : said.message
  return new ApiFailure({ ...said, status, message, retryAfter })
}

interface SaidFailure {
  code: FailureCode
  message: string
  details?: unknown
  isSilent?: boolean
}

function isFailureBody(body: unknown): body is Pick<SaidFailure, 'code' | 'message' | 'details'> {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'message' in body &&
    typeof body.message === 'string'
  )
}

/** What to say when something between us and the server answered in its place: the endpoint's own words, else those of any call. */
async function withoutBody(spec: EndpointSpec, status: number): Promise<SaidFailure> {
  const declared = spec.silent?.[status]
  // Here and not above: a first visit does not load the texts of every failure.
  if (declared) return { code: declared, message: (await import('#contract/api/failures.ts')).failures[declared][1] }
  const code = codeOf(status)
  // Who may not read a thing is told that, not that it could not be read.
  const fallback = status === 401 || status === 403 ? undefined : spec.fallback
  return { code, message: fallback ?? commonFailures[code][1], isSilent: fallback === undefined }
}

function codeOf(status: number) {
  if (status === 401) return 'session_expired'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_requests'
  return status >= 500 ? 'internal' : 'unknown_error'
}

async function answerOf(spec: EndpointSpec, raw: RawAnswer): Promise<unknown> {
  if (spec.response === 'empty' || spec.response === 'redirect') return undefined
  if (spec.response === 'bytes') return raw.blob()
  const body = await raw.json()
  if (body === undefined) {
    throw new ApiFailure({
      status: raw.status,
      code: 'unreadable',
      message: spec.fallback ?? commonFailures.unknown_error[1],
      isSilent: spec.fallback === undefined,
    })
  }
  return body
}
