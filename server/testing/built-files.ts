/** The files of a small built web, as Vite leaves them: tests need no build, and find the same whether there is one or not. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const BUILT_INDEX = `<!doctype html><html lang="es-AR"><head><meta charset="utf-8" /><!--head--><title>Previa</title><!--/head-->
<script type="module" src="/assets/main-AAAA1111.js"></script>
<link rel="stylesheet" crossorigin href="/assets/main-AAAA1111.css"></head>
<body><div id="root"><!--screen--><p class="splash">Cargando...</p><!--/screen--></div><!--preload--></body></html>`
const MANIFEST = {
  'index.html': { file: 'assets/main-AAAA1111.js', isEntry: true, imports: ['_shared'] },
  _shared: { file: 'assets/shared-BBBB2222.js' },
  _card: { file: 'assets/card-CCCC3333.js', css: ['assets/card-DDDD4444.css'] },
  'areas/public/events/EventScreen.tsx': { file: 'assets/EventScreen-EEEE5555.js', imports: ['_shared', '_card'] },
  'areas/public/checkout/BuyTicketScreen.tsx': {
    file: 'assets/BuyTicketScreen-GGGG7777.js',
    imports: ['_shared', '_card'],
  },
  'areas/account/sign-in/RegisterScreen.tsx': { file: 'assets/RegisterScreen-FFFF6666.js', imports: ['_shared'] },
}

/** Writes them into a folder. */
export async function writeBuiltFiles(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await mkdir(join(folder, '.vite'), { recursive: true })
  const files = {
    'index.html': BUILT_INDEX,
    'manifest.json': JSON.stringify(MANIFEST),
    '.vite/deps.json': '{}',
    'assets/main-AAAA1111.js': `console.debug(${JSON.stringify('a'.repeat(3000))})`,
    'assets/main-AAAA1111.css': '.splash{display:grid}',
    'assets/main-AAAA1111.js.map': '{"sources":["secret.ts"]}',
    'sw.js': 'self.skipWaiting()',
    'manifest.webmanifest': '{"name":"Previa"}',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}
