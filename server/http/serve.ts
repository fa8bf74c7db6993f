/**
 * Turns bound endpoints into routes. The way of a request: cached bytes if there are any → parse → who → may they →
 * use case → answer cut to its schema.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseAsync, safeParseAsync, type $ZodType } from 'zod/v4/core'
import type { Config } from '#server/config.ts'
import type { App } from '#server/context.ts'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { Failure, isFailure } from '#server/shared/failure.ts'
import type { ReadAddress } from '#server/shared/trusted-proxies.ts'
import { checkObject, checkRole } from './access.ts'
import { bearerToken, type Sessions } from './authenticate.ts'
import type { Bound, Call, FileAnswer, PageAnswer, Rules, UploadedFile } from './bound.ts'
import { cookieHeader, readCookies } from './cookies.ts'
import type { CachedReads } from './cached-reads.ts'
import { canonicalRead } from './canonical-address.ts'
import { refusedInput } from './failures.ts'
import { finishBytes, sendFinished } from './finished-bytes.ts'
import { textReader } from './from-text.ts'
import { pageHeaders } from './headers.ts'
import { refuseBrokenText } from './plain-text.ts'
import type { RateLimits } from './rate-limits.ts'
import { serializer } from './schemas.ts'
import { readMultipart } from './uploads.ts'

export interface Serving {
  readonly app: App
  readonly rules: Rules
  readonly sessions: Sessions
  readonly readAddress: ReadAddress
  readonly rateLimits: RateLimits
  readonly cachedReads: CachedReads
  /** Tests and development: answers are parsed by their schema too, so that a wrong one fails loudly. */
  readonly checkAnswers: boolean
}

type EndpointSpec = Bound['spec']
type Input = Call<EndpointSpec>
/** What Meta says a notification may have. */
const RAW_LIMIT_BYTES = 3 * 1024 * 1024
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

/** Registers one endpoint. */
export function serve(fastify: FastifyInstance, serving: Serving, bound: Bound): void {
  const { spec } = bound
  const route = spec.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const parse = inputParser(spec)
  const write = typeof spec.response === 'string' ? null : serializer(spec.response)
  const run = async (
    request: FastifyRequest,
    actor: Actor | null,
    parsed?: Parsed,
  ): Promise<{ answer: unknown; cookies: string[] }> => {
    const origin = actor?.origin ?? originOf(serving, request)
    const input = parsed ?? (await parse(request))
    serving.rateLimits.count(spec, origin, actor, input)
    const proof = await checkObject(serving.app, serving.rules, spec, actor, input)
    serving.rateLimits.countTarget(spec, input)
    const idempotencyKey = spec.idempotent ? idempotencyKeyOf(request) : undefined
    const rawBody = spec.rawBody ? bytesOf(request.body) : undefined
    const cookies: string[] = []
    const call = {
      ...input,
      rawBody,
      actor,
      proof,
      origin,
      idempotencyKey,
      headers: request.headers,
      cookies: readCookies(request.headers.cookie),
      setCookie: (cookie) => void cookies.push(cookieHeader(serving.app.config, cookie)),
    } as Input // built by the spec
    const answer = await bound.handle(serving.app, call)
    if (serving.checkAnswers && typeof spec.response !== 'string') await parseAsync(spec.response, answer)
    return { answer, cookies }
  }

  const answerJson = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = await actorOf(serving, spec, request)
    const { answer, cookies } = await run(request, actor)
    if (cookies.length > 0) void reply.header('set-cookie', cookies)
    return send(reply, serving.app.config, spec, write, answer)
  }

  const canonical = canonicalRead(spec)
  const answerCached = async (request: FastifyRequest, reply: FastifyReply) => {
    const seconds = spec.cache?.seconds ?? 0
    const { address, input } = canonical(await parse(request))
    try {
      const made = await serving.cachedReads.get(address, { route, seconds }, async () => {
        const { answer } = await run(request, null, input)
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

  const options = { method: spec.method, url: route, handler: spec.cache ? answerCached : answerJson }
  if (spec.rawBody) void fastify.register(async (scope) => takeRawBodies(scope).route(options))
  else fastify.route(options)
}

/** Leaves every body unread in this scope alone. Vendors notify in batches, larger than what people send. */
function takeRawBodies(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: RAW_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  )
  return scope
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

async function actorOf(serving: Serving, spec: EndpointSpec, request: FastifyRequest): Promise<Actor | null> {
  const token = bearerToken(request.headers.authorization)
  const found = token ? await serving.sessions.find(token) : null
  const actor = found ? { ...found, origin: originOf(serving, request) } : null
  checkRole(spec, actor, token !== null)
  return actor
}

/** Where a request comes from. The device says its own identifier; limits by address stand behind it. */
function originOf({ readAddress }: Serving, request: FastifyRequest): RequestOrigin {
  const forwarded = request.headers['x-forwarded-for']
  // Node joins a header that comes more than once.
  const ip = readAddress(request.socket.remoteAddress, typeof forwarded === 'string' ? forwarded : undefined)
  const device = request.headers['x-device-id']
  return {
    requestId: request.id,
    ip,
    device: typeof device === 'string' && /^[\w-]{8,64}$/.test(device) ? device : `ip ${ip}`,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw new Failure('invalid_input', [{ path: ['Idempotency-Key'], message: 'La clave no es válida' }])
  }
  return key
}

interface Parsed {
  params: unknown
  query: unknown
  body: unknown
  files: Record<string, UploadedFile> | undefined
}

function inputParser(spec: EndpointSpec): (request: FastifyRequest) => Promise<Parsed> {
  const readParams = spec.params && textReader(spec.params)
  const readQuery = spec.query && textReader(spec.query)
  const readFields = spec.body && textReader(spec.body)
  return async (request) => {
    let rawBody = request.body
    let files: Record<string, UploadedFile> | undefined
    if (spec.files && request.isMultipart()) {
      const multipart = await readMultipart(request, spec.files)
      rawBody = readFields?.(multipart.fields)
      files = multipart.files
    }
    return {
      params: await parsed(spec, spec.params, readParams?.(asFields(request.params))),
      query: await parsed(spec, spec.query, readQuery?.(asFields(request.query))),
      // A missing body reads as an empty one, so that every required field is named.
      body: await parsed(spec, spec.body, rawBody ?? (spec.body ? {} : undefined)),
      files: spec.files ? (files ?? {}) : undefined,
    }
  }
}

function asFields(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown> // the framework's own parsers make plain objects
}

async function parsed(spec: EndpointSpec, schema: $ZodType | undefined, value: unknown): Promise<unknown> {
  if (!schema) return undefined
  refuseBrokenText(value)
  const result = await safeParseAsync(schema, value)
  if (!result.success) throw refusedInput(result.error, spec.invalid ?? 'invalid_input')
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
