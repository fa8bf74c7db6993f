/** What search engines ask for first: which addresses there are, and which are not theirs to read. */
import type { FastifyInstance } from 'fastify'
import type { App } from '#server/context.ts'
import { escapeHtml } from '#server/shared/html.ts'
import { type CachedReads } from './cached-reads.ts'
import { finishBytes, sendFinished } from './finished-bytes.ts'
import type { Screen, SitemapEntry } from './page-head.ts'

export interface SitemapParts {
  readonly app: App
  /** Each module's public addresses. */
  readonly entries: readonly ((app: App) => Promise<SitemapEntry[]>)[]
  readonly screens: readonly Screen[]
  /** Beginnings of addresses that robots are asked to leave alone. */
  readonly hidden: readonly string[]
}

const ADDRESS = '/sitemap.xml'
const SECONDS = 300
/** The limit of one file (sitemaps.org). */
const MAX_ENTRIES = 50_000

/** Registers `/sitemap.xml` and `/robots.txt`. */
export function sitemapRoutes({
  app,
  entries,
  screens,
  hidden,
}: SitemapParts): (fastify: FastifyInstance, cachedReads: CachedReads) => void {
  const origin = app.config.publicUrl
  const makeSitemap = async () => {
    const plain = screens
      // A path of many pages is listed by its module.
      .filter(({ path, isIndexed }) => isIndexed && !path.includes(':'))
      .map(({ path }): SitemapEntry => ({ path }))
    const found = (await Promise.all(entries.map((list) => list(app)))).flat()
    const list = [...plain, ...found].slice(0, MAX_ENTRIES)
    const text = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...list.map((entry) => urlElement(origin, entry)),
      '</urlset>\n',
    ].join('\n')
    return finishBytes(text, {
      route: ADDRESS,
      contentType: 'application/xml; charset=utf-8',
      cacheControl: `public, max-age=${SECONDS}`,
    })
  }
  const robots = [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

  return (fastify, cachedReads) => {
    fastify.get(ADDRESS, async (request, reply) => {
      return sendFinished(
        request,
        reply,
        await cachedReads.get(ADDRESS, { route: ADDRESS, seconds: SECONDS }, makeSitemap),
      )
    })
    fastify.get('/robots.txt', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', `public, max-age=${SECONDS}`).send(robots),
    )
  }
}

function urlElement(origin: string, { path, changedAt }: SitemapEntry): string {
  const changed = changedAt ? `<lastmod>${escapeHtml(changedAt)}</lastmod>` : ''
  return `<url><loc>${escapeHtml(origin + path)}</loc>${changed}</url>`
}
