import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { BUILD_TARGET, oldBrowserNotice } from './scripts/browser-floor.ts'
import { webContract } from './scripts/web-contract.ts'
import { webFont } from './scripts/web-font.ts'

const serverPort = process.env['PORT'] ?? '3000'
/** What the server answers itself, in development too. Not `/api` whole: Vite serves the files of `web/api` there. */
const served = ['/api/v1', '/api/docs', '/api/openapi.json', '/media', '/pagar', '/simulador', '/dev', '/healthz']

/** `/dev/ui` shows every control. In development alone: a build has `index.html` and nothing else. */
function gallery(): Plugin {
  const page = new URL('web/gallery/index.html', import.meta.url)
  return {
    name: 'gallery',
    apply: 'serve',
    configureServer({ middlewares, transformIndexHtml }) {
      middlewares.use('/dev/ui', (_request, response, next) => {
        readFile(page, 'utf8')
          .then((html) => transformIndexHtml('/gallery/index.html', html))
          .then((html) => response.setHeader('content-type', 'text/html').end(html), next)
      })
    },
  }
}

/**
 * What the entry imports runs as soon as it is here, each file in a task of its own: a browser that evaluates all of them at once
 * does not answer meanwhile.
 */
function ownTasks(): Plugin {
  const preload = /<link rel="modulepreload" crossorigin href="(\/assets\/(?:platform|shared)-[^"]+)">/g
  return {
    name: 'own-tasks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page) {
        const changed = page.replaceAll(preload, '<script type="module" async crossorigin src="$1"></script>')
        if (changed === page) throw new Error('The page has no preloads of the form that is known here')
        return changed
      },
    },
  }
}

/** Writes which modules each chunk holds next to the built web, which serves no such list: `scripts/landing-chunks.test.ts` reads it. */
function chunkModules(): Plugin {
  return {
    name: 'chunk-modules',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const listed = chunks.map(({ fileName, isEntry, facadeModuleId, imports, moduleIds }) => {
        return { fileName, isEntry, facadeModuleId, imports, moduleIds }
      })
      await writeFile(`${dir}-chunks.json`, JSON.stringify(listed))
    },
  }
}

/** Presses scripts and styles as hard as it goes next to them, once: a server would take seconds for it while visitors wait. */
function brotli(): Plugin {
  const press = promisify(brotliCompress)
  return {
    name: 'brotli',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css)$/.test(file))
      await Promise.all(
        files.map(async (file) => writeFile(join(dir, `${file}.br`), await press(await readFile(join(dir, file))))),
      )
    },
  }
}

/** For what is typed; who only looks needs none. The language of refusals comes with the forms. */
const SCHEMAS =
  /node_modules\/zod\/(?!.*locales)|contract\/(values\/(date-schemas|money-schemas|text)|api\/(ids|lists|pagination)|events\/event-schemas)\.ts/

type Imports = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** Names a chunk for what a file of `web/` imports at once, directly or not; its first call walks the imports. */
function importsOf(file: string, chunk: string) {
  let met: Set<string> | undefined
  return (id: string, imports: Imports): string | null => {
    met ??= walk(join(import.meta.dirname, 'web', file), imports)
    return met.has(id) ? chunk : null
  }
}

function walk(entry: string, imports: Imports): Set<string> {
  const met = new Set<string>()
  const visit = (id: string): void => {
    for (const imported of imports.getModuleInfo(id)?.importedIds ?? []) {
      // A package's index names all that it has; what is used of it comes along by itself.
      if (met.has(imported) || imported.includes('node_modules') || SCHEMAS.test(imported)) continue
      met.add(imported)
      visit(imported)
    }
  }
  visit(entry)
  return met
}

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    webContract(),
    webFont(),
    oldBrowserNotice(),
    gallery(),
    ownTasks(),
    chunkModules(),
    brotli(),
    VitePWA({
      // A newer version waits until its person says so (`VersionNotice`): never in the middle of a purchase or a scan.
      registerType: 'prompt',
      // Registered by our own module: an inline script would break the content security policy.
      injectRegister: false,
      manifest: {
        name: 'Previa',
        short_name: 'Previa',
        description: 'Entradas para eventos en Argentina',
        lang: 'es-AR',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#0b0c12',
        theme_color: '#0b0c12',
        icons: [
          { src: '/icons/previa-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/previa-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/previa-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: 'Mis entradas', url: '/cliente/dashboard' },
          { name: 'Escáner QR', url: '/organizador/qr-scanner' },
        ],
      },
      workbox: {
        globPatterns: ['index.html', 'assets/**/*.{js,css,woff2,wasm}', 'icons/*.svg'],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        cleanupOutdatedCaches: true,
        // The first visit already keeps its tickets.
        clientsClaim: true,
        // These open from the device at once; every other page asks the server first, which fills in its head.
        navigateFallback: '/index.html',
        navigateFallbackAllowlist: [/^\/entrada\//, /^\/organizador\/qr-scanner$/, /^\/cliente\//],
        runtimeCaching: [
          {
            urlPattern: ({ request, url }) =>
              request.mode === 'navigate' &&
              !/^\/(api|media|pagar|simulador|dev|healthz|readyz|metrics|sitemap|robots)\b/.test(url.pathname),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/index.html' } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/media/'),
            handler: 'CacheFirst',
            options: {
              cacheName: 'media',
              expiration: { maxEntries: 80, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true },
              cacheableResponse: { statuses: [200] },
            },
          },
        ],
      },
    }),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: BUILD_TARGET,
    assetsInlineLimit: 0,
    // Every browser that the program is built for preloads modules by itself.
    modulePreload: { polyfill: false },
    // The server's page heads name the chunks to preload by this.
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs and releases seldom change: a new release of ours does not fetch it again. `unsaved` is what the
          // shell and forms share: in a file of forms the landing would load them all.
          groups: [
            {
              name: 'platform',
              priority: 3,
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*(locales|[mM]utation(Observer|State)|useMutation))|vite\/preload-helper|web\/lib\/unsaved/,
            },
            // A visitor's way and nothing else: what the program imports at once, what the landing shares with others, icons of many.
            { name: importsOf('main.tsx', 'shared'), priority: 3 },
            { name: importsOf('areas/public/events/HomeScreen.tsx', 'landing'), minShareCount: 3, priority: 3 },
            // Then a buyer's: what an event's page and the checkout draw with, and what typing and sending a form takes.
            { name: importsOf('areas/public/events/EventScreen.tsx', 'event'), minShareCount: 2, priority: 3 },
            { name: importsOf('areas/public/checkout/BuyTicketScreen.tsx', 'checkout'), minShareCount: 2, priority: 3 },
            { name: 'icons', test: /lucide-react/, minShareCount: 8, priority: 3 },
            { name: 'schemas', test: SCHEMAS, priority: 4, includeDependenciesRecursively: false },
            // A dozen small pieces that most screens use cost a dozen requests, and more bytes than together. A file for each
            // audience: who types, who sends forms, all others, who looks at lists, who follows what happens. By folders: a new
            // file goes with its neighbours.
            { name: 'overlays', test: /web\/ui\/overlays\//, minShareCount: 4, priority: 2 },
            { name: 'fields', test: /web\/(ui\/fields\/|features\/phone\/)/, minShareCount: 4, priority: 2 },
            // What is said of a person, in forms and out of them; then the forms; then a buyer's.
            {
              name: 'person',
              test: /contract\/(accounts\/accounts(-google)?|sales\/tickets|values\/phone)\.ts|web\/(ui\/feedback\/Notice|lib\/(phone|use-remaining)|features\/links\/)/,
              minShareCount: 4,
              priority: 1,
            },
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|@hookform|zod\/v4\/locales)\/|web\/(api\/form|lib\/validation-language|features\/forms\/(?!FormDialog))/,
              minShareCount: 4,
              priority: 1,
            },
            {
              name: 'dialogs',
              test: /web\/features\/(forms\/FormDialog|profile\/(CodeForm|code-message))/,
              priority: 1,
            },
            { name: importsOf('areas/public/checkout/GuestForm.tsx', 'guest'), minShareCount: 4, priority: 1 },
            {
              name: 'acts',
              test: /@tanstack.*[mM]utation|web\/(api\/write|features\/acts\/|lib\/is-same|ui\/data\/ProgressBar)/,
              minShareCount: 4,
              priority: 2,
            },
            {
              name: 'lists',
              test: /web\/(features\/lists\/|ui\/data\/|lib\/save-file)|contract\/api\/list-export/,
              minShareCount: 4,
              priority: 1,
            },
            {
              name: 'live',
              test: /web\/api\/(live|stream|read-)|contract\/api\/(live|topics)/,
              minShareCount: 4,
              priority: 1,
            },
            // Apart from what knows events and people: a link that looks like a button must not bring the forms with it.
            { name: 'base', test: /web\/(lib|ui\/(base|feedback))\//, minShareCount: 8, priority: 1 },
            { name: 'common', test: /web\/(api|features)\//, minShareCount: 8, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      served.map((path) => [path, { target: `http://127.0.0.1:${serverPort}`, changeOrigin: false }]),
    ),
  },
})
