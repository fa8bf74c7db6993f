/**
 * The API's reference to read and try, at `/api/docs`. The library that draws it weighs 4 MB, so it is loaded when the
 * page is first opened; everything comes from this server, and only these two addresses carry the relaxed policy.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { brand } from '#contract/brand.ts'
import type { Config } from '#server/config.ts'
import { finishBytes, sendFinished, type FinishedBytes } from './finished-bytes.ts'
import { pageHeaders } from './headers.ts'

const PAGE = '/api/docs'
const SCRIPT = '/api/docs/js/scalar.js'

interface Docs {
  readonly page: FinishedBytes
  readonly script: FinishedBytes
}

/** Asks the library, inside a server of its own, for the page and its script. */
async function makeDocs(config: Config): Promise<Docs> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const own = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await own.register(scalar, {
    routePrefix: PAGE,
    configuration: {
      url: '/api/openapi.json',
      cdn: SCRIPT,
      pageTitle: `API de ${brand.name}`,
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
    },
  })
  const [page, script] = await Promise.all([own.inject(`${PAGE}/`), own.inject(SCRIPT)])
  await own.close()
  return {
    page: await finishBytes(page.body, {
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      extraHeaders: pageHeaders(config, { policy: 'docs' }),
    }),
    script: await finishBytes(script.body, {
      contentType: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=86400',
    }),
  }
}

/** Registers the reference. */
export function docsRoutes(config: Config): (fastify: FastifyInstance) => void {
  return (fastify) => {
    let docs: Promise<Docs> | null = null
    const serve = (address: string, part: keyof Docs) =>
      fastify.get(address, async (request, reply) => {
        docs ??= makeDocs(config).catch((error: unknown) => {
          docs = null
          throw error
        })
        return sendFinished(request, reply, (await docs)[part])
      })
    serve(PAGE, 'page')
    serve(SCRIPT, 'script')
  }
}
