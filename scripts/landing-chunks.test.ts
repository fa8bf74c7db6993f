/** The landing loads only code for visitors and buyers: code of the back office stays in chunks that it does not load. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'

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

/** The modules in the chunks that the landing loads, from the repository's root. */
async function landingModules(): Promise<string[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'previa-chunks-'))
  try {
    const built = await build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir, minify: false, reportCompressedSize: false },
    })
    const { output } = Array.isArray(built) ? (built[0] as Rolldown.RolldownOutput) : (built as Rolldown.RolldownOutput) // no watcher was asked for
    const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
    const loaded = new Set<string>()
    const load = (name: string): void => {
      if (loaded.has(name)) return
      loaded.add(name)
      for (const imported of chunks.get(name)?.imports ?? []) load(imported)
    }
    for (const { fileName, isEntry, facadeModuleId } of chunks.values()) {
      if (isEntry || facadeModuleId?.endsWith('/public/events/HomeScreen.tsx')) load(fileName)
    }
    return [...loaded].flatMap((name) => chunks.get(name)?.moduleIds ?? []).map((id) => relative(root, id))
  } finally {
    rmSync(outDir, { recursive: true })
  }
}

test('no module of the back office alone is on the landing’s way', { timeout: 240_000 }, async () => {
  const loaded = await landingModules()
  expect(loaded).toContain('web/areas/public/events/HomeScreen.tsx')
  const known = visitorsModules()
  expect(loaded.filter((path) => /^(web|contract)\/.*\.tsx?$/.test(path) && !known.has(path))).toEqual([])
})
