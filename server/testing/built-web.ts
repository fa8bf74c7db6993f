/** A small built web in a folder of its own, and a server that serves it beside the endpoints, to anonymous visitors. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { endpoints, rules } from '#server/app.ts'
import { pageHeaders } from '#server/http/headers.ts'
import { pageRoutes } from '#server/http/pages.ts'
import { createServer } from '#server/http/server.ts'
import { sitemapRoutes } from '#server/http/sitemap.ts'
import { loadStaticFiles, mediaRoutes } from '#server/http/static.ts'
import { pages as companyPages } from '#server/modules/companies/page.ts'
import { listCompanyPages } from '#server/modules/companies/queries.ts'
import { listEventPages, pages as eventPages } from '#server/modules/events/page.ts'
import { openImageFile } from '#server/modules/media/queries.ts'
import { pages as supportPages } from '#server/modules/support/page.ts'
import type { TestApp } from './app.ts'

export const BUILT_INDEX = `<!doctype html><html lang="es-AR"><head><meta charset="utf-8" /><!--head--><title>Previa</title><!--/head-->
<script type="module" src="/assets/main-AAAA1111.js"></script></head>
<body><div id="root"><!--screen--><p class="splash">Cargando...</p><!--/screen--></div><!--preload--></body></html>`
const MANIFEST = {
  'index.html': { file: 'assets/main-AAAA1111.js', isEntry: true, imports: ['_shared'] },
  _shared: { file: 'assets/shared-BBBB2222.js' },
  _card: { file: 'assets/card-CCCC3333.js', css: ['assets/card-DDDD4444.css'] },
  'areas/public/EventScreen.tsx': { file: 'assets/EventScreen-EEEE5555.js', imports: ['_shared', '_card'] },
}

export interface BuiltWeb {
  readonly folder: string
  readonly fastify: FastifyInstance
  /** Removes the folder and ends the server; the app goes on. */
  close(): Promise<void>
}

/** Writes the files and serves them over the test app's database. */
export async function createBuiltWeb(server: TestApp): Promise<BuiltWeb> {
  const folder = await mkdtemp(join(tmpdir(), 'previa-web-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  const files = {
    'index.html': BUILT_INDEX,
    'manifest.json': JSON.stringify(MANIFEST),
    '.vite/deps.json': '{}',
    'assets/main-AAAA1111.js': `console.debug(${JSON.stringify('a'.repeat(3000))})`,
    'assets/main-AAAA1111.js.map': '{"sources":["secret.ts"]}',
    'sw.js': 'self.skipWaiting()',
    'manifest.webmanifest': '{"name":"Previa"}',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const fastify = await serveBuiltWeb(server, folder)
  return {
    folder,
    fastify,
    async close() {
      await fastify.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same server over any folder. */
export async function serveBuiltWeb({ app }: TestApp, folder: string): Promise<FastifyInstance> {
  return createServer({
    app,
    endpoints,
    rules,
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: true,
    extras: [
      mediaRoutes((file) => openImageFile(app, file)),
      sitemapRoutes({ app, entries: [listEventPages, listCompanyPages] }),
      pageRoutes({
        app,
        files: await loadStaticFiles(folder, pageHeaders(app.config)),
        pages: [...eventPages, ...companyPages, ...supportPages],
      }),
    ],
  })
}
