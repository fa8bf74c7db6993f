import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endpoint } from '#contract/api/endpoint.ts'
import { profileImage } from '#contract/api/files.ts'
import { formFields } from '#contract/api/form-fields.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { ApiFailure } from './api-failure.ts'
import { call } from './call.ts'
import { currentSession, expireSession, signIn, leaveSession } from './session.ts'
import { onRightEnd, RIGHT_ENDED } from './session-end.ts'

const shared = {
  summary: 'De prueba',
  whileImpersonating: 'read',
  failures: [],
  response: z.object({ ok: z.boolean() }),
} as const
const readThing = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/thing/{id}',
  access: 'public',
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.optional(z.int()), free: z.optional(z.boolean()), search: z.optional(z.string()) }),
})
const writeThing = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/thing',
  access: 'signedIn',
  idempotent: true,
  body: z.object({ name: z.string() }),
  files: { picture: profileImage },
  failures: ['wrong_password'],
})

interface Sent {
  url: string
  method: string
  headers: Headers
  body: unknown
}
let sent: Sent[]

function serverAnswers(...answers: readonly (Response | Error)[]) {
  const queue = [...answers]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, method: init.method ?? '', headers: new Headers(init.headers), body: init.body })
    const answer = queue.shift()
    if (!answer || answer instanceof Error) throw answer ?? new TypeError('no answer')
    return answer
  })
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const failureOf = async (work: Promise<unknown>): Promise<ApiFailure> => {
  const failure: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof ApiFailure)) throw new Error(`expected a failure, got ${String(failure)}`)
  return failure
}

function endings(): unknown[] {
  const heard: unknown[] = []
  window.addEventListener('sessionExpired', (event) => heard.push(event instanceof CustomEvent ? event.detail : null), {
    once: true,
  })
  return heard
}

beforeEach(() => {
  sent = []
})
afterEach(() => {
  expireSession()
  vi.unstubAllGlobals()
})

test('path and query are written from the input', async () => {
  serverAnswers(json(200, { ok: true }))
  const answer = await call(readThing, { params: { id: 'a/b' }, query: { page: 2, free: false, search: '' } })
  expect(answer).toEqual({ ok: true })
  expect(sent[0]).toMatchObject({ url: '/api/v1/thing/a%2Fb?page=2&free=false', method: 'GET' })
  expect(sent[0]?.headers.get('authorization')).toBeNull()
  expect(sent[0]?.headers.get('x-device-id')).toMatch(/^[\w-]{36}$/)
})

test('a signed-in write carries the bearer and a key of its own', async () => {
  await signIn(loginAnswer())
  serverAnswers(json(200, { ok: true }), json(200, { ok: true }))
  await call(writeThing, { body: { name: 'x' }, files: {} })
  await call(writeThing, { body: { name: 'x' }, files: {} }, { idempotencyKey: 'mine' })
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-of-camila')
  expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent[1]?.headers.get('idempotency-key')).toBe('mine')
  expect(sent[0]?.body).toBe('{"name":"x"}')
})

test('with a file the body travels as named fields', async () => {
  await signIn(loginAnswer())
  serverAnswers(json(200, { ok: true }))
  await call(writeThing, {
    body: { name: 'x' },
    files: { picture: new File(['png'], 'yo.png', { type: 'image/png' }) },
  })
  const form = sent[0]?.body
  if (!(form instanceof FormData)) throw new Error('expected a form')
  expect(form.get('name')).toBe('x')
  expect(form.has('data')).toBe(false)
  expect(form.get('picture')).toMatchObject({ name: 'yo.png' })
  expect(sent[0]?.headers.get('content-type')).toBeNull()
})

test('what a field of a form cannot say as it is', () => {
  const body = { text: '', count: 2, isOn: false, list: [{ a: 1 }], gone: null, left: undefined }
  expect(formFields(body)).toEqual([
    ['text', ''],
    ['count', '2'],
    ['isOn', 'false'],
    ['list', '[{"a":1}]'],
    ['data', '{"gone":null}'],
  ])
})

test('a refusal becomes a failure with the server’s words, details and waiting time', async () => {
  serverAnswers(
    json(429, { code: 'too_many_requests', message: 'Esperá', details: { left: 0 } }, { 'retry-after': '30' }),
  )
  const failure = await failureOf(call(readThing, { params: { id: '1' }, query: {} }))
  expect(failure).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: 'Hiciste demasiados intentos. Probá de nuevo en 30 segundos.',
    details: { left: 0 },
    retryAfter: 30,
  })
  serverAnswers(json(429, { code: 'too_many_requests', message: 'Esperá' }))
  expect(await failureOf(call(readThing, { params: { id: '1' }, query: {} }))).toMatchObject({ message: 'Esperá' })
})

test('field problems are those of the details', async () => {
  serverAnswers(
    json(400, { code: 'invalid_input', message: 'Revisá', details: [{ path: ['name'], message: 'Falta' }, 'x'] }),
  )
  const failure = await failureOf(call(readThing, { params: { id: '1' }, query: {} }))
  expect(failure.fieldProblems).toEqual([{ path: ['name'], message: 'Falta' }])
})

test.each([
  [502, 'internal', 'Error del servidor, intenta más tarde'],
  [404, 'not_found', 'No encontramos lo que buscás'],
  [418, 'unknown_error', 'Error desconocido'],
])('a %i that is not ours still says something', async (status, code, message) => {
  serverAnswers(new Response('<html>proxy</html>', { status }))
  expect(await failureOf(call(readThing, { params: { id: '1' }, query: {} }))).toMatchObject({ status, code, message })
})

test('without network it says so', async () => {
  serverAnswers(new TypeError('Failed to fetch'))
  const failure = await failureOf(call(readThing, { params: { id: '1' }, query: {} }))
  expect(failure).toMatchObject({ status: 0, code: 'network' })
  expect(failure.message).toContain('conexión')
})

test('a cancelled call is not a network failure', async () => {
  const stop = new AbortController()
  stop.abort()
  serverAnswers(new DOMException('aborted', 'AbortError'))
  const failure = await failureOf(call(readThing, { params: { id: '1' }, query: {} }, { signal: stop.signal }))
  expect(failure.code).toBe('cancelled')
})

test('a 401 ends the session and notifies the window', async () => {
  await signIn(loginAnswer())
  const heard = endings()
  serverAnswers(json(401, { code: 'session_expired', message: 'Tu sesión expiró, vuelve a iniciar' }))
  await failureOf(call(writeThing, { body: { name: 'x' }, files: {} }))
  expect(currentSession()).toBeNull()
  expect(heard).toEqual([{ title: 'Sesión Expirada', message: 'Tu sesión expiró, vuelve a iniciar', errorStatus: 401 }])
})

test('a 403 forbidden ends it as denied access', async () => {
  await signIn(loginAnswer())
  const heard = endings()
  serverAnswers(json(403, { code: 'forbidden', message: 'No' }))
  await failureOf(call(writeThing, { body: { name: 'x' }, files: {} }))
  expect(currentSession()).toBeNull()
  expect(heard).toEqual([
    {
      title: 'Acceso Denegado',
      message: 'No tenés permiso para esta acción. Volvé a iniciar sesión.',
      errorStatus: 403,
    },
  ])
})

test.each([
  ['a 401 that the endpoint declares', 401, 'wrong_password'],
  ['a 403 with another code', 403, 'step_up_required'],
  ['a conflict', 409, 'operation_running'],
])('%s leaves the session alone', async (_, status, code) => {
  await signIn(loginAnswer())
  serverAnswers(json(status, { code, message: 'No' }))
  await failureOf(call(writeThing, { body: { name: 'x' }, files: {} }))
  expect(currentSession()).not.toBeNull()
})

test('a late 401 of an earlier session says nothing about the present one', async () => {
  await signIn(loginAnswer())
  const heard = endings()
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const late = failureOf(call(writeThing, { body: { name: 'x' }, files: {} }))
  await signIn({ ...loginAnswer('RRPP'), token: 'another-token' })
  answer(json(401, { code: 'session_expired', message: 'Tu sesión expiró, vuelve a iniciar' }))
  expect(await late).toMatchObject({ code: 'session_expired' })
  expect(currentSession()?.token).toBe('another-token')
  expect(heard).toEqual([])
})

test('signing out shows no session-over notice', async () => {
  await signIn(loginAnswer())
  leaveSession()
  const heard = endings()
  const failure = await failureOf(call(writeThing, { body: { name: 'x' }, files: {} }))
  expect(failure.code).toBe('missing_token')
  expect(heard).toEqual([])
})

test('a refused lease of a door device leaves the session alone', async () => {
  await signIn(loginAnswer())
  serverAnswers(json(401, { code: 'session_expired', message: 'No' }))
  await failureOf(call(writeThing, { body: { name: 'x' }, files: {} }, { token: 'lease' }))
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer lease')
  expect(currentSession()).not.toBeNull()
})

test('a call that needs a session is not sent without one', async () => {
  await signIn(loginAnswer())
  expireSession()
  const heard = endings()
  serverAnswers(json(200, { ok: true }))
  const failure = await failureOf(call(writeThing, { body: { name: 'x' }, files: {} }))
  expect(failure).toMatchObject({ status: 401, code: 'missing_token', message: 'No hay token de autenticación' })
  expect(sent).toEqual([])
  expect(heard).toHaveLength(1)
})

test('of work at an event a refusal says that it ended, and the session goes on', async () => {
  const work = endpoint({ ...shared, method: 'GET', path: '/api/v1/work', access: { roles: ['RRPP', 'godAdmin'] } })
  await signIn(loginAnswer('RRPP'))
  serverAnswers(json(403, { code: 'forbidden', message: 'Volvé a iniciar sesión.' }))
  const heard = endings()
  const ended = vi.fn<() => void>()
  const stop = onRightEnd(ended)
  expect(await failureOf(call(work))).toMatchObject({ status: 403, code: 'forbidden', message: RIGHT_ENDED })
  stop()
  expect(currentSession()).not.toBeNull()
  expect(heard).toEqual([])
  expect(ended).toHaveBeenCalledTimes(1)
})
