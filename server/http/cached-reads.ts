/**
 * Public reads kept as finished bytes: body, gzip, brotli and ETag, so that a popular page costs no query, no
 * serialisation and no compression. Equal reads that arrive together wait for one. Only answers that anybody may see
 * enter here; the key never depends on who asks.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/shared/clock.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const SMALL = 1000

export interface CachedBody {
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
  /** The fresh bytes if they are here already: the shortest way. */
  peek(key: string): CachedBody | undefined
  clear(): void
}

export function createCachedReads(clock: Clock): CachedReads {
  const bodies = new LRUCache<string, CachedBody>({
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: sizeOf,
    perf: { now: () => clock.epochMs() },
  })
  const making = new Map<string, Promise<CachedBody>>()
  return {
    peek: (key) => bodies.get(key),
    clear: () => bodies.clear(),
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

/** Finished bytes of an answer. */
export async function cachedBody(
  text: string,
  { contentType, cacheControl, status = 200, extraHeaders = {} }: {
    contentType: string
    cacheControl: string
    status?: number
    extraHeaders?: Readonly<Record<string, string>>
  },
): Promise<CachedBody> {
  const plain = Buffer.from(text)
  const isSmall = plain.length < SMALL
  const [brotli, zipped] = isSmall
    ? [null, null]
    : await Promise.all([
        compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
        compressGzip(plain, { level: 5 }),
      ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { status, contentType, cacheControl, etag, plain, gzip: zipped, brotli, extraHeaders }
}

/** Writes finished bytes to the socket, in the best encoding that the caller takes, or a 304. */
export function writeCached(request: IncomingMessage, response: ServerResponse, body: CachedBody): void {
  if (body.status === 200 && request.headers['if-none-match'] === body.etag) {
    response.writeHead(304, { etag: body.etag, 'cache-control': body.cacheControl })
    response.end()
    return
  }
  const accepted = request.headers['accept-encoding'] ?? ''
  const [bytes, encoding] =
    body.brotli && accepted.includes('br')
      ? [body.brotli, 'br']
      : body.gzip && accepted.includes('gzip')
        ? [body.gzip, 'gzip']
        : [body.plain, null]
  response.writeHead(body.status, {
    'content-type': body.contentType,
    'content-length': bytes.length,
    'cache-control': body.cacheControl,
    etag: body.etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    ...(encoding ? { 'content-encoding': encoding } : {}),
    ...body.extraHeaders,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
