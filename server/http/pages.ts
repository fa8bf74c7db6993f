/**
 * Pages: the built `index.html` with its marks filled, so that a link shows its title and picture, a search engine its
 * structured data, and the first screen its data without another question. Finished pages are kept as bytes.
 */
import type { FastifyInstance } from 'fastify'
import type { PlatformData } from '#contract/platform/platform.ts'
import type { App } from '#server/context.ts'
import { isFailure } from '#server/shared/failure.ts'
import { html, renderMarkup, type Markup } from '#server/shared/html.ts'
import { createAddressReader } from '#server/shared/trusted-proxies.ts'
import { type CachedReads } from './cached-reads.ts'
import { createChunkMap, type ChunkFile, type ChunkMap } from './chunks.ts'
import { finishBytes, sendFinished, type FinishedBytes } from './finished-bytes.ts'
import { pageHeaders } from './headers.ts'
import {
  dataScript,
  headMarkup,
  platformTag,
  type AnswerOf,
  type FirstRead,
  type Page,
  type PageHead,
  type Screen,
} from './page-head.ts'
import { createPageMatcher, type PageMatch } from './page-match.ts'
import type { StaticFiles } from './static.ts'

export interface PagesParts {
  readonly app: App
  readonly files: StaticFiles
  /** The pages whose heads modules write. */
  readonly pages: readonly Page[]
  readonly screens: readonly Screen[]
  /** For unknown addresses. */
  readonly notFound: PageHead
  /** Of every address under maintenance. */
  readonly closed: PageHead
  /** Plain text, where there is no built web. */
  readonly notBuilt: string
}

const NOT_FOUND_SECONDS = 300
const HEAD_MARK = /<!--head-->[\s\S]*?<!--\/head-->/
const SCREEN_MARK = /<!--screen-->[\s\S]*?<!--\/screen-->/
const PRELOAD_MARK = '<!--preload-->'
/** What the web knows it by (`web/shell/failures/maintenance.ts`). */
const CLOSED_MARK = html`<meta name="maintenance" content="on" />`

/** Serves the built web: its files by their exact address, a page for everything else, and JSON for what is under `/api`. */
export function pageRoutes({
  app,
  files,
  pages,
  screens,
  notFound,
  closed,
  notBuilt,
}: PagesParts): (fastify: FastifyInstance, cachedReads: CachedReads) => void {
  return (fastify, cachedReads) => {
    const match = createPageMatcher(pages, screens)
    const template = files.text('/index.html')
    const chunks = createChunkMap(files.text('/manifest.json'))
    const styles = template === null ? null : readStyles(template, files)
    const readAddress = createAddressReader(app.config.trustedProxies)
    const made: { shell?: Promise<FinishedBytes>; closed?: Promise<FinishedBytes> } = {}
    /** These two are the same for all callers, and asked for when there is no time to lose. */
    const once = (name: keyof typeof made, make: () => Promise<FinishedBytes>) => (made[name] ??= make())

    const makePage = async (built: string, match: PageMatch): Promise<FinishedBytes> => {
      const found = match.head ? await match.head(app, match.call) : screenHead(match.screen, notFound)
      if (found.status === 200) return writePage(built, match, found)
      // One for all unknown names: what strangers invent is not kept (threat 32).
      const rule = { route: 'page 404', seconds: NOT_FOUND_SECONDS }
      return cachedReads.get(`404 ${match.route}`, rule, () => writePage(built, match, found))
    }

    const writePage = async (built: string, { screen, route }: PageMatch, found: PageHead): Promise<FinishedBytes> => {
      const { firstReads = [] } = found
      const answers = await Promise.all(firstReads.map((each) => answerTo(fastify, each)))
      const text = fill(built, found, {
        chunks,
        styles,
        origin: app.config.publicUrl,
        platform: app.config.platform,
        reads: new Map(firstReads.map((each, place) => [each, answers[place]])),
      })
      return finishBytes(text, {
        contentType: 'text/html; charset=utf-8',
        // Asked again each time: the names of the chunks inside change with every release.
        cacheControl: 'no-cache',
        route,
        status: found.status,
        extraHeaders: pageHeaders(app.config, { hasSecretAddress: screen?.hasSecretAddress ?? false }),
      })
    }

    /** The shell as it was built, when a head cannot be written: the screen will say what is wrong and retry. */
    const makeShell = () =>
      once('shell', () =>
        finishBytes(template ?? notBuilt, {
          contentType: template === null ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
          cacheControl: 'no-store',
          status: 503,
          extraHeaders: { ...pageHeaders(app.config), 'retry-after': '2' },
        }),
      )

    /** One page for every address; it asks nothing of the database. */
    const makeClosed = (built: string) =>
      once('closed', () =>
        finishBytes(
          replaceMarks(
            built,
            html`${headMarkup(closed, app.config.publicUrl)}${platformTag(app.config.platform)}${CLOSED_MARK}`,
            html``,
          ),
          {
            contentType: 'text/html; charset=utf-8',
            cacheControl: 'no-store',
            status: 503,
            extraHeaders: { ...pageHeaders(app.config, { hasSecretAddress: true }), 'retry-after': '600' },
          },
        ),
      )

    fastify.get('*', async (request, reply) => {
      const [path = '/', query = ''] = request.url.split(/\?(.*)/s)
      if (isApi(path)) return reply.callNotFound()
      const file = files.find(path)
      if (file) return sendFinished(request, reply, await file)
      if (template === null) return sendFinished(request, reply, await makeShell())
      if (app.config.isUnderMaintenance) return sendFinished(request, reply, await makeClosed(template))
      const matched = match(path, query)
      try {
        const { address, route, seconds } = matched
        const forwarded = request.headers['x-forwarded-for']
        const from = readAddress(request.socket.remoteAddress, typeof forwarded === 'string' ? forwarded : undefined)
        const rule = { route, seconds, from, keeps: ({ status }: FinishedBytes) => status === 200 }
        const page = await cachedReads.get(address, rule, () => makePage(template, matched))
        return sendFinished(request, reply, page)
      } catch (error) {
        if (!isFailure(error, 'busy')) request.log.error({ err: error }, 'a page could not be written')
        return sendFinished(request, reply, await makeShell())
      }
    })
  }
}

function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

function screenHead(screen: Screen | null, notFound: PageHead): PageHead {
  if (!screen) return notFound
  return {
    status: 200,
    title: screen.title,
    ...(screen.isIndexed && { canonicalPath: screen.path }),
    ...(screen.file !== undefined && { screenFile: screen.file }),
  }
}

interface Styles {
  /** The link to them, as it was built. */
  readonly link: string
  /** The same with the styles themselves. */
  readonly inside: string
}

/** The styles of the built web; null where it has none. */
function readStyles(template: string, files: StaticFiles): Styles | null {
  const [link, path = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(template) ?? []
  const styles = files.text(path)
  if (link === undefined || styles === null) return null
  // The program looks for the link before it draws. One that is disabled is not fetched, nor for no medium while the page comes in.
  return { link, inside: `<style>${styles}</style>${link.replace('>', ' media="not all" disabled>')}` }
}

interface Filling {
  readonly chunks: ChunkMap
  readonly styles: Styles | null
  readonly origin: string
  readonly platform: PlatformData
  readonly reads: ReadonlyMap<FirstRead, unknown>
}

function fill(template: string, head: PageHead, { chunks, styles, origin, platform, reads }: Filling): string {
  const now = filesOf(chunks, head.screenFile)
  const next = filesOf(chunks, head.nextScreenFile).filter(
    ({ address }) => !now.some((file) => file.address === address),
  )
  const links = [
    ...now.map(linkTo),
    ...next.map(({ address }) => html`<link rel="prefetch" as="${kindOf(address)}" crossorigin href="${address}" />`),
  ]
  const answered = [...reads].filter(([, data]) => data !== null)
  const kept = answered.map(([{ spec, input }, data]) => ({ key: [spec.path, input], data }))
  const preload = kept.length > 0 ? dataScript('application/json', kept, 'preload') : html``
  const answerOf: AnswerOf = (read) => (reads.get(read) ?? null) as never // written by the read's own endpoint
  const marked = replaceMarks(template, html`${headMarkup(head, origin)}${platformTag(platform)}`, preload)
  // After what every page loads, which is most of it: a browser that fetches six files at a time begins with the largest.
  const page = marked.replace(/(?=<link rel="stylesheet"|<\/head>)/, () => renderMarkup(html`${links}`))
  const screen = head.screen?.(answerOf)
  return screen ? withScreen(page, screen, styles) : page
}

const kindOf = (address: string) => (address.endsWith('.css') ? 'style' : 'script')

/** Without what is there twice. */
function filesOf(chunks: ChunkMap, screenFiles: string | readonly string[] = []): ChunkFile[] {
  const files = [screenFiles].flat().flatMap((file) => chunks.filesOf(file))
  return [...new Map(files.map((file) => [file.address, file])).values()]
}

function linkTo({ address, isShared }: ChunkFile): Markup {
  if (kindOf(address) === 'style') return html`<link rel="preload" as="style" href="${address}" />`
  // What runs by itself takes a task of its own, where all of a screen at once would keep a slow phone from answering.
  if (isShared) return html`<script type="module" async crossorigin src="${address}"></script>`
  return html`<link rel="modulepreload" crossorigin href="${address}" />`
}

function replaceMarks(template: string, head: Markup, preload: Markup): string {
  return template.replace(HEAD_MARK, () => renderMarkup(head)).replace(PRELOAD_MARK, () => renderMarkup(preload))
}

/**
 * A page that already shows its main thing: its styles are inside, so that one answer draws it, and what else it shows (flyers) goes before
 * the scripts.
 */
function withScreen(page: string, screen: Markup, styles: Styles | null): string {
  const drawn = page.replace(SCREEN_MARK, () => renderMarkup(screen))
  const scriptsLast = drawn.replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
  return styles ? scriptsLast.replace(styles.link, () => styles.inside) : scriptsLast
}

/** The public answer of a read, as any visitor gets it; null for a refusal. */
async function answerTo(fastify: FastifyInstance, { spec, input }: FirstRead): Promise<unknown> {
  const path = spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  const response = await fastify.inject({ method: 'GET', url: query.size > 0 ? `${path}?${query}` : path })
  return response.statusCode === 200 ? response.json() : null
}
