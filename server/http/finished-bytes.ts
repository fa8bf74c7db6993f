/**
 * Answers as finished bytes: body, gzip, brotli and ETag, down to the list of headers, so that writing one costs no
 * serialisation and no compression. Each is in memory once, and knows how much of it it takes.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const WORTH_COMPRESSING_BYTES = 1000
/** Node joins a text with the head into a single write. Longer ones are better left as bytes. */
const JOINED_BYTES = 32 * 1024
/** Of one header list: an array, and the texts in it that no other answer shares. */
const HEADERS_BYTES = 600
/** What a buffer of its own takes on top of its bytes. */
const BUFFER_BYTES = 300

/** How hard bytes are pressed together: while a caller waits, or once for good. */
const COMPRESSION = { fast: { brotli: 4, gzip: 5 }, best: { brotli: 9, gzip: 9 } } as const

/** One encoding of an answer. Short bytes are a latin1 text. */
interface Encoded {
  readonly headers: string[]
  readonly bytes: Buffer | string
}

export interface FinishedBytes {
  /** The route that made it, for the figures of `/metrics`. */
  readonly route: string
  readonly status: number
  readonly etag: string
  readonly cacheControl: string
  readonly identity: Encoded
  readonly gzip: Encoded | null
  readonly brotli: Encoded | null
  /** All that it takes in memory. */
  readonly size: number
}

interface FinishOptions {
  readonly contentType: string
  readonly cacheControl: string
  readonly route?: string
  readonly status?: number
  readonly extraHeaders?: Readonly<Record<string, string>>
  /** `none` for what is compressed already. */
  readonly compression?: keyof typeof COMPRESSION | 'none'
  /** The content in Brotli, where the build has compressed it. */
  readonly brotli?: Buffer | undefined
}

/** Finished bytes of an answer. */
export async function finishBytes(content: string | Buffer, options: FinishOptions): Promise<FinishedBytes> {
  const { cacheControl, route = 'unknown', status = 200, compression = 'fast' } = options
  const plain = typeof content === 'string' ? Buffer.from(content) : content
  const [brotli, zipped] =
    compression === 'none' || plain.length < WORTH_COMPRESSING_BYTES
      ? [null, null]
      : await Promise.all([
          options.brotli ??
            compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: COMPRESSION[compression].brotli } }),
          compressGzip(plain, { level: COMPRESSION[compression].gzip }),
        ])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const encode = (bytes: Buffer, encoding?: 'br' | 'gzip'): Encoded => ({
    headers: headersOf(options, etag, bytes.length, encoding),
    bytes: bytes.length <= JOINED_BYTES ? bytes.toString('latin1') : ownMemory(bytes),
  })
  const encodings = [encode(plain), zipped && encode(zipped, 'gzip'), brotli && encode(brotli, 'br')] as const
  const [identity, asGzip, asBrotli] = encodings
  const size = encodings.reduce((sum, each) => sum + (each ? HEADERS_BYTES + BUFFER_BYTES + each.bytes.length : 0), 0)
  return { route, status, etag, cacheControl, identity, gzip: asGzip, brotli: asBrotli, size }
}

/** A buffer may be a small part of a larger piece of memory, all of which it would keep. */
function ownMemory(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength === bytes.length ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
}

function headersOf(
  { contentType, cacheControl, extraHeaders = {} }: FinishOptions,
  etag: string,
  length: number,
  encoding: string | undefined,
): string[] {
  const headers = {
    'content-type': contentType,
    'content-length': String(length),
    'cache-control': cacheControl,
    etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    ...extraHeaders,
  }
  return Object.entries(headers).flat()
}

/** Answers a request of the framework with finished bytes, past its own way of answering. */
export function sendFinished(request: FastifyRequest, reply: FastifyReply, answer: FinishedBytes): void {
  reply.hijack()
  writeFinished(request.raw, reply.raw, answer)
}

/** Writes finished bytes to the socket, in the best encoding that the caller takes, or a 304. */
export function writeFinished(request: IncomingMessage, response: ServerResponse, answer: FinishedBytes): void {
  const { status, etag, cacheControl } = answer
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag, 'cache-control': cacheControl })
    response.end()
    return
  }
  const accepted = request.headers['accept-encoding'] ?? ''
  const { headers, bytes } =
    (accepted.includes('br') ? answer.brotli : null) ??
    (accepted.includes('gzip') ? answer.gzip : null) ??
    answer.identity
  response.writeHead(status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(bytes, 'latin1')
}
