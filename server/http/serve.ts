/**
 * Turns bound endpoints into routes. The way of a request: cached bytes if there are any → who → how often → address parsed
 * → may they → body read and parsed → use case → answer cut to its schema. Who may and how often are decided while the body
 * still waits at the door, as far as the body does not say it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseAsync, safeParseAsync, type $ZodType } from 'zod/v4/core'
import { inputProblems } from '#contract/api/failures.ts'
import type { Config } from '#server/config.ts'
import type { App } from '#server/context.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { Failure, isFailure, refusedInput } from '#server/shared/failure.ts'
import { sharedAddress, type ReadAddress } from '#server/shared/trusted-proxies.ts'
import { checkObject, checkRole, isInBody, leavesObjectOut } from './access.ts'
import { bearerToken, type Sessions } from './authenticate.ts'
import type { Bound, Call, FileAnswer, PageAnswer, Rules, StreamAnswer, UploadedFile } from './bound.ts'
import { cookieHeader, readCookies } from './cookies.ts'
import type { CachedReads } from './cached-reads.ts'
import { canonicalRead } from './canonical-address.ts'
import { finishBytes, sendFinished } from './finished-bytes.ts'
import { textReader } from './from-text.ts'
import { pageHeaders } from './headers.ts'
import { refuseBrokenText } from './plain-text.ts'
import type { BodyReads } from './body-reads.ts'
import type { Limits } from './limits.ts'
import { addressDelay, isTargetInBody } from './rate-limits.ts'
import { serializer } from './schemas.ts'
import type { Streams } from './stream.ts'
import { checksQuery, undeclaredName } from './undeclared-names.ts'
import { readMultipart } from './uploads.ts'

export interface Serving {
  readonly app: App
  readonly rules: Rules
  readonly sessions: Sessions
  readonly readAddress: ReadAddress
  readonly limits: Limits
  readonly bodyReads: BodyReads
  readonly cachedReads: CachedReads
  /** Where an endpoint is a stream. */
  readonly streams: Streams | null
  /** Tests and development: answers are parsed by their schema too, so that a wrong one fails loudly. */
  readonly checkAnswers: boolean
}

type EndpointSpec = Bound['spec']
type Input = Call<EndpointSpec>
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** What is known of a request before its body is read. */
interface Admitted {
  readonly actor: Actor | null
  readonly origin: RequestOrigin
  readonly params: unknown
  readonly query: unknown
  /** Of the endpoint's object rule, where the body does not name the object. */
  readonly proof: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body of an endpoint is read. */
    admitted: Admitted | null
  }
}

/** Registers one endpoint. */
export function serve(fastify: FastifyInstance, serving: Serving, bound: Bound): void {
  const { spec } = bound
  const { app, rules, limits, bodyReads } = serving
  const route = spec.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const limit = limits.of(spec)
  const readAddress = addressParser(spec)
  const readBody = bodyParser(spec, bodyReads)
  const write = typeof spec.response === 'string' ? null : serializer(spec.response)
  const isObjectInBody = typeof spec.access === 'object' && isInBody(spec.access.object?.from)
  const waitsForBody = isObjectInBody || (spec.rate !== undefined && isTargetInBody(spec.rate))

  const wait = async (request: FastifyRequest, origin: RequestOrigin, delayMs: number) => {
    if (delayMs > 0) await limits.hold(spec, origin, delayMs, request.raw)
  }
  const count = (request: FastifyRequest, origin: RequestOrigin, actor: Actor | null) =>
    wait(request, origin, limit.count(origin, actor))

  const admit = async (request: FastifyRequest, actor: Actor | null, asked?: Asked): Promise<Admitted> => {
    const origin = actor?.origin ?? originOf(serving, request)
    if (!spec.rate?.isCountedByHandler) await count(request, origin, actor)
    const { params, query } = asked ?? (await readAddress(request))
    const known = { params, query, body: undefined }
    const proof = isObjectInBody ? undefined : await checkObject(app, rules, spec, actor, known)
    if (!waitsForBody && !spec.rate?.isCountedByHandler) limit.countTarget(known, actor)
    return { actor, origin, params, query, proof }
  }

  const run = async (request: FastifyRequest, admitted: Admitted): Promise<{ answer: unknown; cookies: string[] }> => {
    const { actor, origin, params, query } = admitted
    const { body, files } = await readBody(request, admitted)
    let { proof } = admitted
    if (waitsForBody) {
      const input = { params, query, body }
      if (isObjectInBody) proof = await checkObject(app, rules, spec, actor, input)
      limit.countTarget(input, actor)
    }
    const cookies: string[] = []
    const call = {
      params,
      query,
      body,
      files,
      rawBody: spec.rawBody ? bytesOf(request.body) : undefined,
      actor,
      proof,
      origin,
      idempotencyKey: spec.idempotent ? idempotencyKeyOf(request) : undefined,
      headers: request.headers,
      cookies: readCookies(request.headers.cookie),
      setCookie: (cookie) => void cookies.push(cookieHeader(app.config, cookie)),
      count: async () => {
        await count(request, origin, actor)
        limit.countTarget({ params, query, body }, actor)
      },
      forgive: () => limit.forgive(origin),
      waitFor: (used, most) => wait(request, origin, addressDelay({ calls: used, others: 0 }, most)),
    } as Input // built by the spec
    const answer = await bound.handle(app, call)
    if (serving.checkAnswers && typeof spec.response !== 'string') await parseAsync(spec.response, answer)
    return { answer, cookies }
  }

  const answerJson = async (request: FastifyRequest, reply: FastifyReply) => {
    const admitted = request.admitted ?? (await admit(request, await actorOf(serving, spec, request)))
    const { answer, cookies } = await run(request, admitted)
    if (spec.response === 'stream') {
      const { actor } = admitted
      const token = bearerToken(request.headers.authorization)
      if (!actor || !token || !serving.streams)
        throw new Error(`${spec.path} is a stream for everybody, which nothing ends`)
      return serving.streams.open(request, reply, { actor, token, ...(answer as StreamAnswer) }) // by the type of `bind`
    }
    if (cookies.length > 0) void reply.header('set-cookie', cookies)
    return send(reply, app.config, spec, write, answer)
  }

  const canonical = canonicalRead(spec)
  const answerCached = async (request: FastifyRequest, reply: FastifyReply) => {
    const seconds = spec.cache?.seconds ?? 0
    const asked = await readAddress(request)
    if (leavesObjectOut(spec, asked)) return answerJson(request, reply)
    const { address, input } = canonical(asked)
    try {
      const { ip } = originOf(serving, request)
      const made = await serving.cachedReads.get(address, { route, seconds, from: ip }, async () => {
        const { answer } = await run(request, await admit(request, null, input))
        return finishBytes(write?.(answer) ?? '', {
          contentType: 'application/json; charset=utf-8',
          cacheControl: `public, max-age=${seconds}`,
          route,
        })
      })
      return sendFinished(request, reply, made)
    } catch (error) {
      // Hidden from the public may still be visible to this caller: answered apart and never kept.
      if (!isFailure(error) || error.status !== 404 || !request.headers.authorization) throw error
      return answerJson(request, reply)
    }
  }

  const admitFirst = async (request: FastifyRequest) => {
    request.admitted = await admit(request, await actorOf(serving, spec, request))
    bodyReads.begin(request)
  }
  const handler = spec.cache ? answerCached : answerJson
  // A GET has no body.
  const options = {
    method: spec.method,
    url: route,
    handler,
    ...(spec.method === 'GET' ? {} : { onRequest: admitFirst }),
  }
  if (spec.rawBody) void fastify.register(async (scope) => takeRawBodies(scope).route(options))
  else fastify.route(options)
}

/** Leaves every body in this scope as it came. */
function takeRawBodies(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return scope
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

async function actorOf(serving: Serving, spec: EndpointSpec, request: FastifyRequest): Promise<Actor | null> {
  const token = bearerToken(request.headers.authorization)
  const mustBeConfirmed = spec.stepUp === true || spec.failures.some((code) => code === 'step_up_required')
  const found = token ? await serving.sessions.find(token, { mustBeConfirmed }) : null
  const actor = found ? { ...found, origin: originOf(serving, request) } : null
  checkRole(spec, actor, token !== null)
  return actor
}

/** Where a request comes from. The device says its own identifier; limits by address back it up. */
function originOf({ readAddress }: Serving, request: FastifyRequest): RequestOrigin {
  const forwarded = request.headers['x-forwarded-for']
  // Node joins a header that comes more than once.
  const ip = readAddress(request.socket.remoteAddress, typeof forwarded === 'string' ? forwarded : undefined)
  const device = request.headers['x-device-id']
  return {
    requestId: request.id,
    ip,
    device: typeof device === 'string' && /^[\w-]{8,64}$/.test(device) ? device : `ip ${sharedAddress(ip)}`,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw new Failure('invalid_input', [{ path: ['Idempotency-Key'], message: inputProblems.idempotencyKey }])
  }
  return key
}

interface Asked {
  readonly params: unknown
  readonly query: unknown
}

function addressParser(spec: EndpointSpec): (request: FastifyRequest) => Promise<Asked> {
  const readParams = spec.params && textReader(spec.params)
  const readQuery = spec.query && textReader(spec.query)
  const refuse = checksQuery(spec) ? refuseUndeclared(spec.query) : () => {}
  return async (request) => {
    refuse(request.query)
    return {
      params: spec.params && (await parsed(spec, spec.params, readParams?.(asFields(request.params)))),
      query: spec.query && (await parsed(spec, spec.query, readQuery?.(asFields(request.query)))),
    }
  }
}

interface Brought {
  readonly body: unknown
  readonly files: Record<string, UploadedFile> | undefined
}

function bodyParser(spec: EndpointSpec, bodyReads: BodyReads) {
  const isChange = spec.method === 'PUT' || spec.method === 'PATCH'
  const readFields = spec.body && textReader(spec.body, isChange ? 'clears' : 'absent')
  const refuse = spec.rawBody ? () => {} : refuseUndeclared(spec.body)
  return async (request: FastifyRequest, by: Admitted): Promise<Brought> => {
    let rawBody = request.body
    let files: Record<string, UploadedFile> | undefined
    if (spec.files && request.isMultipart()) {
      const rules = spec.files
      const multipart = await bodyReads.inTurn(request, by, () => readMultipart(request, rules))
      rawBody = readFields ? readFields(multipart.fields) : multipart.fields
      files = multipart.files
    }
    bodyReads.end(request)
    refuse(rawBody)
    return {
      // A missing body reads as an empty one, so that every required field is named.
      body: spec.body && (await parsed(spec, spec.body, rawBody ?? {})),
      files: spec.files ? (files ?? {}) : undefined,
    }
  }
}

function asFields(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown> // the framework's own parsers make plain objects
}

/** Throws for a name in an input that `schema` does not declare. */
function refuseUndeclared(schema: $ZodType | undefined): (input: unknown) => void {
  const find = undeclaredName(schema)
  return (input) => {
    const path = find(input)
    if (path) throw new Failure('invalid_input', [{ path, message: inputProblems.undeclared }])
  }
}

async function parsed(spec: EndpointSpec, schema: $ZodType, value: unknown): Promise<unknown> {
  refuseBrokenText(value)
  const result = await safeParseAsync(schema, value)
  if (!result.success) throw refusedInput(result.error, spec.invalid)
  return result.data
}

function send(
  reply: FastifyReply,
  config: Config,
  spec: EndpointSpec,
  write: ((value: unknown) => string) | null,
  answer: unknown,
): FastifyReply {
  void reply.header('cache-control', 'private, no-store')
  if (spec.response === 'empty') return reply.code(204).send()
  if (spec.response === 'redirect') {
    const where = answer as { location: string } | PageAnswer // by the type of `bind`
    if ('location' in where) return reply.redirect(where.location, 303)
    return reply
      .code(where.status)
      .headers(pageHeaders(config, { hasSecretAddress: true }))
      .type('text/html; charset=utf-8')
      .send(where.html)
  }
  if (spec.response === 'bytes') {
    const { contentType, bytes, downloadAs } = answer as FileAnswer // by the type of `bind`
    if (downloadAs)
      void reply.header('content-disposition', `attachment; filename="${downloadAs.replaceAll(/[^\w.-]/g, '_')}"`)
    return reply.type(contentType).send(bytes)
  }
  return reply
    .code(spec.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(write?.(answer))
}
