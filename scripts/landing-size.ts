/** What a phone loads before a screen works: the scripts of the built web that it needs, of a visitor's way and of each area's first. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** The most that the landing's may weigh, compressed. */
const LANDING_KILOBYTES = 155
/** The most that the first screen of any other area may. */
const SCREEN_KILOBYTES = 220

const WEB = new URL('../dist/web/', import.meta.url)
const ENTRY = 'index.html'
const LANDING = 'areas/public/events/HomeScreen.tsx'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

interface FirstScreen {
  readonly name: string
  /** Its file, and the frames around it that come in chunks of their own. */
  readonly chunks: readonly string[]
  readonly atMost: number
}

const landing: FirstScreen = { name: 'the landing', chunks: [LANDING], atMost: LANDING_KILOBYTES }
/** A visitor's way to a ticket. */
export const visitorScreens: readonly FirstScreen[] = [
  landing,
  { name: "an event's page", chunks: ['areas/public/events/EventScreen.tsx'], atMost: 160 },
  // Its form comes after it, with the half that the person needs.
  { name: 'the checkout', chunks: ['areas/public/checkout/BuyTicketScreen.tsx'], atMost: 165 },
]
/** Before any screen of those who have a session come the list of these, and what opens the database with their key. */
const inner = (...chunks: string[]) => ['signed-in-screens.ts', 'lib/device/open-device-db.ts', ...chunks]
const backoffice = (screen: string, ...frames: string[]) =>
  inner('shell/layout/BackofficeLayout.tsx', ...frames, screen)

/** What a phone begins with in each area. */
export const firstScreens: readonly FirstScreen[] = [
  ...visitorScreens,
  ...Object.entries({
    'a client': inner('shell/layout/ClientLayout.tsx', 'areas/buyer/TicketsScreen.tsx'),
    'an organizer': backoffice('areas/organizer/events/EventsScreen.tsx'),
    'an event': backoffice(
      'areas/organizer/workspace/EventSummaryScreen.tsx',
      'areas/organizer/workspace/EventWorkspace.tsx',
    ),
    'a god admin': backoffice('areas/admin/DeletionsScreen.tsx'),
    'the scanner': inner('areas/scanner/ScannerScreen.tsx'),
  }).map(([name, chunks]) => ({ name: `the first screen of ${name}`, chunks, atMost: SCREEN_KILOBYTES })),
]

/** Weighs it in the web as it was built last. */
export function firstScreenSize({ chunks }: FirstScreen): { files: number; kilobytes: number } {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', WEB), 'utf8')) as Record<string, Chunk> // Vite's own format
  const files = new Set<string>()
  const collect = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The built web has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  for (const name of [ENTRY, ...chunks]) collect(name)
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  // gzip is what every browser takes; brotli, which most get, is smaller.
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, WEB)), { level: 9 }).length, 0)
  return { files: scripts.length, kilobytes: bytes / 1000 }
}
