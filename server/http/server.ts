/** The web server: security headers, limits, and every bound endpoint. Knows no module; `app.ts` hands it what it serves. */
import { randomBytes } from 'node:crypto'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import multipart from '@fastify/multipart'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { inputProblems } from '#contract/api/failures.ts'
import type { App } from '#server/context.ts'
import { Failure } from '#server/shared/failure.ts'
import { undeclared } from './access.ts'
import { createAllowedMethods } from './allowed-methods.ts'
import type { Sessions } from './authenticate.ts'
import type { Bound, Rules } from './bound.ts'
import { createCachedReads, type CachedReads } from './cached-reads.ts'
import { hasDoubledKey } from './doubled-keys.ts'
import { answerFailure } from './failures.ts'
import { createAddressReader } from '#server/shared/trusted-proxies.ts'
import { createBodyReads } from './body-reads.ts'
import { createLimits, type Limits } from './limits.ts'
import { serve } from './serve.ts'
import { createStreams, type StreamSettings } from './stream.ts'

export interface ServerParts {
  readonly app: App
  readonly endpoints: readonly Bound[]
  readonly rules: Rules
  readonly sessions: Sessions
  /** Shared with other processes, and with known devices; a server of its own counts for itself. */
  readonly limits?: Limits
  /** Tests hurry. */
  readonly patience?: Patience
  readonly streamSettings?: Partial<StreamSettings>
  readonly checkAnswers: boolean
  /** Hooks that see every answer of an endpoint: tests hold declarations by them. */
  readonly watch?: (fastify: FastifyInstance) => void
  /** More routes, such as pages and static files, registered after the endpoints. */
  readonly extras?: readonly ((fastify: FastifyInstance, cachedReads: CachedReads) => void | Promise<void>)[]
}

const JSON_LIMIT_BYTES = 256 * 1024

/** How long a connection may say nothing, in milliseconds. */
export interface Patience {
  /** For a whole head, from the connection's beginning or the head's. */
  readonly headMs: number
  /** For a body of text; an upload goes on for as long as it keeps its pace. */
  readonly textMs: number
  /** For an upload's turn to be read. */
  readonly turnMs: number
  /** For a whole request. */
  readonly requestMs: number
  /** Between two requests; more than the 60 s of common proxies, so that they are who hangs up. */
  readonly idleMs: number
  /** For clients that do not read their answer. */
  readonly stallMs: number
  /** How often all that is looked at. */
  readonly lookEveryMs: number
}
const PATIENCE: Patience = {
  headMs: 10_000,
  textMs: 20_000,
  turnMs: 20_000,
  requestMs: 120_000,
  idleMs: 65_000,
  stallMs: 60_000,
  lookEveryMs: 5000,
}

// zod compiles schemas with eval when it may; the same contract runs in browsers under a CSP that forbids it.
z.config({ ...z.locales.es(), jitless: true })

/** Builds the server, not yet listening. Throws when an endpoint declares too little to be protected. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { app, patience = PATIENCE } = parts
  const problems = undeclared(
    parts.endpoints.map(({ spec }) => spec),
    parts.rules,
  )
  if (problems.length > 0) throw new Error(`Endpoints that cannot be served:\n  ${problems.join('\n  ')}`)

  const cachedReads = createCachedReads(app.processCache)
  // Processes begin in the same millisecond.
  const prefix = `${Math.trunc(app.clock.epochMs()).toString(36)}-${randomBytes(3).toString('hex')}`
  let requests = 0
  // Named by the framework's narrower type, or every route would demand pino's.
  const logger: FastifyBaseLogger = app.log
  const fastify: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_LIMIT_BYTES,
    serverFactory: (handle) => listener(cachedReads, patience, handle),
    forceCloseConnections: 'idle',
    genReqId: () => `${prefix}-${(requests += 1).toString(36)}`,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    // An address that cannot be decoded never reaches a route or the error handler.
    frameworkErrors: answerFailure,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
  refuseDoubledKeys(fastify)
  await fastify.register(multipart, { throwFileSizeLimit: false })

  fastify.setErrorHandler(answerFailure)
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff').header('x-request-id', request.id)
    done()
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    if (request.method !== 'GET' || status >= 400) {
      // The query string and the body may carry personal data: neither is logged.
      const line = {
        method: request.method,
        path: request.routeOptions.url ?? 'unknown',
        status,
        ms: Math.round(reply.elapsedTime),
        requestId: request.id,
      }
      // A refusal under load is no defect, and a flood makes many of them.
      if (status === 503) app.log.warn(line, 'request refused')
      else if (status >= 500) app.log.error(line, 'request failed')
      else app.log.info(line, 'request')
    }
    done()
  })

  const bodyReads = createBodyReads(patience)
  fastify.addHook('onClose', async () => bodyReads.close())
  const hasStreams = parts.endpoints.some(({ spec }) => spec.response === 'stream')
  const streams = hasStreams ? createStreams(app, parts) : null
  // Before the server waits for what is under way: streams never end by themselves.
  fastify.addHook('preClose', async () => streams?.close())
  fastify.decorateRequest('admitted', null)
  const serving = {
    app,
    rules: parts.rules,
    sessions: parts.sessions,
    readAddress: createAddressReader(app.config.trustedProxies),
    limits: parts.limits ?? ownLimits(app),
    bodyReads,
    cachedReads,
    streams,
    checkAnswers: parts.checkAnswers,
  }
  parts.watch?.(fastify)
  for (const bound of parts.endpoints) serve(fastify, serving, bound)
  for (const register of parts.extras ?? []) await register(fastify, cachedReads)
  const allowedMethods = createAllowedMethods(parts.endpoints.map(({ spec }) => spec))
  fastify.setNotFoundHandler((request, reply) => {
    const methods = allowedMethods(request.url)
    if (methods.length > 0) void reply.header('allow', methods.join(', '))
    answerFailure(new Failure(methods.length > 0 ? 'method_not_allowed' : 'not_found'), request, reply)
  })
  return fastify
}

const NO_DEVICES: ReadonlySet<string> = new Set([])

function ownLimits({ clock, processCache, db, log }: App): Limits {
  return createLimits({ clock, processCache, db, log, findKnownDevices: async () => NO_DEVICES })
}

/** Node's server: kept answers leave at once; everything else, and all once it closes, is the framework's. */
function listener(cachedReads: CachedReads, patience: Patience, handle: RequestListener): Server {
  const server = createHttpServer(
    {
      headersTimeout: patience.headMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: patience.idleMs,
      connectionsCheckingInterval: patience.lookEveryMs,
    },
    (request, response) => {
      if (!server.listening || !cachedReads.answer(request, response)) handle(request, response)
    },
  )
  server.timeout = patience.stallMs
  return server
}

/** The parser would keep the last of a repeated key, whatever the caller meant (decision 21). */
function refuseDoubledKeys(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, value) => {
      if (error === null && hasDoubledKey(text, value)) {
        return done(new Failure('invalid_input', [{ path: [], message: inputProblems.doubled }]))
      }
      done(error, value)
    })
  })
}
