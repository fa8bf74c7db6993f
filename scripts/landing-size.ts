/** What a phone loads before the landing works: the scripts of the built web that its first screen needs. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** The most that they may weigh, compressed. */
export const LANDING_KILOBYTES = 170

const WEB = new URL('../dist/web/', import.meta.url)
const ENTRY = 'index.html'
const LANDING = 'areas/public/HomeScreen.tsx'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** Weighs those of the web as it was built last. */
export function landingSize(): { files: number; kilobytes: number } {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', WEB), 'utf8')) as Record<string, Chunk> // Vite's own format
  const files = new Set<string>()
  const collect = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The built web has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  collect(ENTRY)
  collect(LANDING)
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  // gzip is what every browser takes; brotli, which most get, is smaller.
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, WEB)), { level: 9 }).length, 0)
  return { files: scripts.length, kilobytes: bytes / 1000 }
}
