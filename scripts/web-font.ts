/**
 * The web's font, cut down to what the screens draw: the characters of Spanish and its neighbours, and the part of each
 * axis that `web/ui/tokens.css` uses, in a file that every page loads and one for letters that few names have.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/previa/', import.meta.url))
/** By the names that `web/ui/font.css` calls them: what every page draws, and what few names and sentences need. */
const COMMON = `${range(0x20, 0x7e)}\u00a0¡ª«°·º»¿ÁÉÍÑÓ×ÚÜáéíñóúü–—‘’“”…−`
const FILES = {
  'archivo.woff2': COMMON,
  'neighbours.woff2': `${range(0xa2, 0xff)}ŒœŸ‐‑‚„†•‰‹›€™←↑→↓`
    .split('')
    .filter((one) => !COMMON.includes(one))
    .join(''),
}
/** As `web/ui/font.css` declares them. */
const AXES = { wdth: { min: 100, max: 125 }, wght: { min: 400, max: 900 } } as const

function range(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

export function webFont(): Plugin {
  return {
    name: 'previa:web-font',
    async config() {
      const source = await readFile(createRequire(import.meta.url).resolve(SOURCE))
      await mkdir(FOLDER, { recursive: true })
      const alias: Record<string, string> = {}
      for (const [name, characters] of Object.entries(FILES)) {
        const path = join(FOLDER, name)
        await writeFile(path, await subsetFont(source, characters, { targetFormat: 'woff2', variationAxes: AXES }))
        alias[`@web-font/${name}`] = path
      }
      return { resolve: { alias } }
    },
  }
}
