/**
 * The API's reference to read and try, at `/api/docs`. The library that draws it weighs 4 MB, so it is loaded when the
 * page is first opened; everything comes from this server, under the policy of every other page: the library needs neither
 * inline scripts nor eval when its start is a file of its own.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { apiWords } from '#contract/api/api-words.ts'
import type { Config } from '#server/config.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { finishBytes, sendFinished, type FinishedBytes } from './finished-bytes.ts'
import { pageHeaders } from './headers.ts'

const PAGE = '/api/docs'
const LIBRARY = '/api/docs/js/scalar.js'
const START = '/api/docs/js/start.js'

const TITLE = apiWords.title
const SETTINGS = {
  url: '/api/openapi.json',
  pageTitle: TITLE,
  theme: 'deepSpace',
  forceDarkModeState: 'dark',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  // Its buttons publish the document on the library's own site.
  showDeveloperTools: 'never',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
} as const

type Part = 'page' | 'library' | 'start'
type Docs = Readonly<Record<Part, FinishedBytes>>

async function makeDocs(config: Config): Promise<Docs> {
  const page = html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${TITLE}</title>
      </head>
      <body>
        <div id="app"></div>
        <script src="${LIBRARY}"></script>
        <script src="${START}"></script>
      </body>
    </html>`
  const script = { contentType: 'text/javascript; charset=utf-8', cacheControl: 'public, max-age=86400' }
  return {
    page: await finishBytes(renderMarkup(page), {
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      extraHeaders: pageHeaders(config),
    }),
    library: await finishBytes(await readLibrary(), script),
    start: await finishBytes(`Scalar.createApiReference('#app', ${JSON.stringify(SETTINGS)})\n`, {
      ...script,
      cacheControl: 'no-cache',
    }),
  }
}

/** The library hands its script out only as a plugin of a server: it gets one of its own. */
async function readLibrary(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const own = Fastify()
  await own.register(scalar, { routePrefix: PAGE, configuration: { url: SETTINGS.url, cdn: LIBRARY } })
  const { statusCode, body } = await own.inject(LIBRARY)
  await own.close()
  if (statusCode !== 200) throw new Error(`The script of the API reference is not at ${LIBRARY}`)
  return body
}

/** Registers the reference. */
export function docsRoutes(config: Config): (fastify: FastifyInstance) => void {
  return (fastify) => {
    let docs: Promise<Docs> | null = null
    const serve = (address: string, part: Part) =>
      fastify.get(address, async (request, reply) => {
        docs ??= makeDocs(config).catch((error: unknown) => {
          docs = null
          throw error
        })
        return sendFinished(request, reply, (await docs)[part])
      })
    serve(PAGE, 'page')
    serve(LIBRARY, 'library')
    serve(START, 'start')
  }
}
