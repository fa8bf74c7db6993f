/** The landing loads only code for visitors and buyers: code of the back office stays in chunks that it does not load. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'
import { buildWeb } from './build-web.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const BACKOFFICE = /^web\/(areas\/(organizer|admin|scanner)\/|shell\/layout\/BackofficeLayout\.tsx)/

/** Everything that screens of visitors and buyers may come to need, at once or later. */
function visitorsModules(): Set<string> {
  const files = new Map(readSources(['web/**/*.{ts,tsx}', 'contract/**/*.ts']).map((file) => [file.path, file]))
  const met = new Set<string>()
  const visit = (path: string): void => {
    if (met.has(path) || BACKOFFICE.test(path)) return
    met.add(path)
    for (const { target, isPackage } of files.get(path)?.imports ?? []) if (!isPackage) visit(target)
  }
  visit('web/main.tsx')
  for (const path of files.keys()) if (/^web\/areas\/.*Screen\.tsx$/.test(path)) visit(path)
  return met
}

/** Its first screen, and what it draws below. */
const LANDING = ['events/HomeScreen.tsx', 'events/HomeSections.tsx']

interface Chunk {
  readonly fileName: string
  readonly isEntry: boolean
  readonly facadeModuleId: string | null
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
}

/** The modules in the chunks that these of the visitors' screens load, from the repository's root. */
async function modulesOf(screens: readonly string[]): Promise<string[]> {
  await buildWeb(process.execPath)
  const listed = JSON.parse(readFileSync(join(root, 'dist', 'web-chunks.json'), 'utf8')) as Chunk[] // by vite.config.ts
  const chunks = new Map(listed.map((chunk) => [chunk.fileName, chunk]))
  const loaded = new Set<string>()
  const load = (name: string): void => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const imported of chunks.get(name)?.imports ?? []) load(imported)
  }
  for (const { fileName, isEntry, facadeModuleId } of listed) {
    if (isEntry || screens.some((screen) => facadeModuleId?.endsWith(`/areas/public/${screen}`))) load(fileName)
  }
  return [...loaded].flatMap((name) => chunks.get(name)?.moduleIds ?? []).map((id) => relative(root, id))
}

test('no module of the back office alone is on the landing’s way', { timeout: 240_000 }, async () => {
  const loaded = await modulesOf(LANDING)
  expect(loaded).toContain('web/areas/public/events/HomeScreen.tsx')
  const known = visitorsModules()
  expect(loaded.filter((path) => /^(web|contract)\/.*\.tsx?$/.test(path) && !known.has(path))).toEqual([])
})

test.each([
  ['the landing', LANDING],
  ["an event's page", ['events/EventScreen.tsx']],
  ['the checkout without its form', ['checkout/BuyTicketScreen.tsx']],
])('no schema is on the way to %s: nothing is sent there that needs one', { timeout: 240_000 }, async (_, screens) => {
  const loaded = await modulesOf(screens)
  expect(loaded).toContain('contract/events/events.ts')
  expect(loaded.filter((path) => path.includes('node_modules/zod/'))).toEqual([])
})
