/**
 * Files: the built web, held in memory and found by exact path (nothing of a request ever becomes a path on disk), and
 * public pictures.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#server/shared/failure.ts'
import type { ProcessCache } from '#server/shared/process-cache.ts'
import { finishBytes, type FinishedBytes } from './finished-bytes.ts'

/** A file for anybody, as the module that keeps it hands it out. */
export interface PublicFile {
  readonly bytes: Buffer
  readonly contentType: string
  /** Whether this address will always answer these bytes. */
  readonly isFinal: boolean
}

export interface StaticFiles {
  /** The file at an address such as `/assets/main-B3k9.js`, ready to be written; null when there is none. */
  find(pathname: string): Promise<FinishedBytes> | null
  /** The text of a built file, such as `index.html`; null when there is none. */
  text(pathname: string): string | null
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.wasm', '.txt'])
/** Build information, not for visitors; source maps have no content type above and stay out too. */
const HIDDEN = new Set(['/manifest.json'])
/** Vite puts a hash of the content into every name of this folder. */
const HASHED = /^\/assets\//
/** The built web fits many times. */
const MAX_BYTES = 64 * 1024 * 1024
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_EVERY_TIME = 'no-cache'
const SOON_BETTER = 'public, max-age=300'

interface Ready {
  readonly answer: Promise<FinishedBytes>
  readonly fileBytes: number
}

/** Reads the built web whole; `htmlHeaders` go with its HTML files. An absent folder is an empty one: pages then say so. */
export async function loadStaticFiles(
  folder: string,
  htmlHeaders: Readonly<Record<string, string>>,
  processCache: ProcessCache,
): Promise<StaticFiles> {
  const files = new Map<string, Buffer>()
  /** Files that the build has compressed with Brotli, by the address of the plain one. */
  const compressed = new Map<string, Buffer>()
  for (const path of await filesUnder(folder)) {
    const name = `/${relative(folder, path).split(sep).join('/')}`
    if (name.includes('/.')) continue
    if (CONTENT_TYPES[extname(name)]) files.set(name, await readFile(path))
    if (name.endsWith('.br')) compressed.set(name.slice(0, -3), await readFile(path))
  }
  const ready = processCache.cache<Ready>({
    name: 'http.static',
    maxBytes: MAX_BYTES,
    // Plain and compressed twice, each no longer than the file.
    sizeOf: ({ fileBytes }) => 3 * (fileBytes + 1000),
  })
  return {
    text: (pathname) => files.get(pathname)?.toString() ?? null,
    find(pathname) {
      const bytes = HIDDEN.has(pathname) ? undefined : files.get(pathname)
      if (!bytes) return null
      const known = ready.get(pathname)
      if (known) return known.answer
      const extraHeaders = extname(pathname) === '.html' ? htmlHeaders : {}
      const answer = finished(pathname, bytes, { extraHeaders, brotli: compressed.get(pathname) })
      ready.set(pathname, { answer, fileBytes: bytes.length })
      return answer
    },
  }
}

async function filesUnder(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function finished(
  pathname: string,
  bytes: Buffer,
  options: { extraHeaders: Readonly<Record<string, string>>; brotli: Buffer | undefined },
): Promise<FinishedBytes> {
  const type = extname(pathname)
  return finishBytes(bytes, {
    contentType: CONTENT_TYPES[type] ?? 'application/octet-stream',
    cacheControl: HASHED.test(pathname) ? FOREVER : ASK_EVERY_TIME,
    compression: COMPRESSIBLE.has(type) ? 'best' : 'none',
    ...options,
  })
}

/** Serves `/media/{file}` from `open`, which gives null for what does not exist. */
export function mediaRoutes(open: (file: string) => Promise<PublicFile | null>): (fastify: FastifyInstance) => void {
  return (fastify) => {
    fastify.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
      const found = await open(request.params.file)
      if (!found) throw new Failure('not_found')
      void reply
        .header('cache-control', found.isFinal ? FOREVER : SOON_BETTER)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', 'inline')
      if (found.isFinal) {
        const etag = `"${request.params.file}"`
        void reply.header('etag', etag)
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      }
      return reply.type(found.contentType).send(found.bytes)
    })
  }
}
