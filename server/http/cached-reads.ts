/**
 * Public reads kept as finished bytes: body, gzip, brotli and ETag, so that a popular page costs no query, no
 * serialisation and no compression. Equal reads that arrive together wait for one. Only answers that anybody may see
 * enter here; the key never depends on who asks.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/shared/clock.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const WORTH_COMPRESSING_BYTES = 1000

/** How hard bytes are pressed together: while somebody waits, or once for good. */
const COMPRESSION = { fast: { brotli: 4, gzip: 5 }, best: { brotli: 9, gzip: 9 } } as const

export interface CachedBody {
  /** The route that made it, for the figures of `/metrics`. */
  readonly route?: string
  readonly status: number
  readonly contentType: string
  readonly cacheControl: string
  readonly etag: string
  readonly plain: Buffer
  readonly gzip: Buffer | null
  readonly brotli: Buffer | null
  readonly extraHeaders: Readonly<Record<string, string>>
}

export interface CachedReads {
  /** The fresh bytes under `key`, made by `make` when there are none; concurrent callers share one making. */
  get(key: string, seconds: number, make: () => Promise<CachedBody>): Promise<CachedBody>
  /**
   * Answers a read by its address alone, before the framework, which would cost twice as much as the answer itself; false
   * when no fresh bytes are kept under it.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** `listener` hears of every such answer. */
  onAnswered(listener: (route: string, status: number, seconds: number) => void): void
}

export function createCachedReads(clock: Clock): CachedReads {
  const bodies = new LRUCache<string, CachedBody>({
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: sizeOf,
    perf: { now: () => clock.epochMs() },
  })
  const making = new Map<string, Promise<CachedBody>>()
  const listeners: ((route: string, status: number, seconds: number) => void)[] = []
  return {
    answer(request, response) {
      const body = request.method === 'GET' && request.url !== undefined ? bodies.get(request.url) : undefined
      if (!body) return false
      const startedMs = performance.now()
      writeCached(request, response, body)
      const seconds = (performance.now() - startedMs) / 1000
      for (const listener of listeners) listener(body.route ?? 'unknown', response.statusCode, seconds)
      return true
    },
    onAnswered: (listener) => void listeners.push(listener),
    async get(key, seconds, make) {
      const fresh = bodies.get(key)
      if (fresh) return fresh
      const running = making.get(key)
      if (running) return running
      const made = make()
        .then((body) => {
          bodies.set(key, body, { ttl: seconds * 1000 })
          return body
        })
        .finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
  }
}

function sizeOf(body: CachedBody): number {
  return body.plain.length + (body.gzip?.length ?? 0) + (body.brotli?.length ?? 0) + 500
}

interface BodyOptions extends Pick<CachedBody, 'contentType' | 'cacheControl' | 'route'> {
  readonly status?: number
  readonly extraHeaders?: Readonly<Record<string, string>>
  /** `none` for what is compressed already. */
  readonly compression?: keyof typeof COMPRESSION | 'none'
}

/** Finished bytes of an answer. */
export async function cachedBody(
  content: string | Buffer,
  { contentType, cacheControl, route, status = 200, extraHeaders = {}, compression = 'fast' }: BodyOptions,
): Promise<CachedBody> {
  const plain = typeof content === 'string' ? Buffer.from(content) : content
  const [brotli, zipped] =
    compression === 'none' || plain.length < WORTH_COMPRESSING_BYTES
      ? [null, null]
      : await Promise.all([
          compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: COMPRESSION[compression].brotli } }),
          compressGzip(plain, { level: COMPRESSION[compression].gzip }),
        ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const named = route === undefined ? {} : { route }
  return { ...named, status, contentType, cacheControl, etag, plain, gzip: zipped, brotli, extraHeaders }
}

type Encoding = 'br' | 'gzip' | 'identity'

/** An answer down to its header list. Short bytes are a latin1 text, which Node joins with the head into a single write. */
interface Prepared {
  readonly headers: string[]
  readonly bytes: Buffer | string
}

const JOINED_BYTES = 32 * 1024
const prepared: Readonly<Record<Encoding, WeakMap<CachedBody, Prepared>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
  identity: new WeakMap(),
}

function prepare(body: CachedBody, encoding: Encoding): Prepared {
  const known = prepared[encoding].get(body)
  if (known) return known
  const bytes = (encoding === 'br' ? body.brotli : encoding === 'gzip' ? body.gzip : null) ?? body.plain
  const headers = {
    'content-type': body.contentType,
    'content-length': String(bytes.length),
    'cache-control': body.cacheControl,
    etag: body.etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...body.extraHeaders,
  }
  const made = {
    headers: Object.entries(headers).flat(),
    bytes: bytes.length <= JOINED_BYTES ? bytes.toString('latin1') : bytes,
  }
  prepared[encoding].set(body, made)
  return made
}

/** Answers a request of the framework with finished bytes, past its own way of answering. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, body: CachedBody): void {
  reply.hijack()
  writeCached(request.raw, reply.raw, body)
}

/** Writes finished bytes to the socket, in the best encoding that the caller takes, or a 304. */
function writeCached(request: IncomingMessage, response: ServerResponse, body: CachedBody): void {
  if (body.status === 200 && request.headers['if-none-match'] === body.etag) {
    response.writeHead(304, { etag: body.etag, 'cache-control': body.cacheControl })
    response.end()
    return
  }
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding =
    body.brotli && accepted.includes('br') ? 'br' : body.gzip && accepted.includes('gzip') ? 'gzip' : 'identity'
  const { headers, bytes } = prepare(body, encoding)
  response.writeHead(body.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(bytes, 'latin1')
}
