/** The repository's own source as data, for the architecture test: which file imports what, and its text. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Import {
  /** A path of this repository (`server/db/connection/client.ts`), or a package as it is written (`node:fs`, `zod/mini`). */
  readonly target: string
  readonly isPackage: boolean
  readonly isTypeOnly: boolean
}

export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string
  readonly text: string
  /** The text without comments, so that words in them count for nothing. */
  readonly code: string
  readonly imports: readonly Import[]
}

/** Reads every file that matches the patterns, tests included. */
export function readSources(patterns: readonly string[]): SourceFile[] {
  return globSync(patterns, { cwd: root })
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const code = withoutComments(text)
      return { path, text, code, imports: importsOf(path, code) }
    })
}

// Line comments only after space or punctuation: `https://` is not one.
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[\s;,{(])\/\/.*$/gm, '$1')
}

/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
function importsOf(path: string, code: string): Import[] {
  const statements = code.matchAll(/^(?:import|export)\s+(type\s)?([^'"`;]*?\sfrom\s+)?'([^']+)'/gm)
  const calls = code.matchAll(/\bimport\('([^']+)'\)/g)
  return [
    ...[...statements].map(([, type, names, specifier = '']) => ({
      specifier,
      isTypeOnly: Boolean(type) || hasOnlyTypes(names ?? ''),
    })),
    ...[...calls].map(([, specifier = '']) => ({ specifier, isTypeOnly: false })),
  ].map(({ specifier, isTypeOnly }) => ({ ...resolve(path, specifier), isTypeOnly }))
}

/** `{ type A, type B } from`. */
function hasOnlyTypes(names: string): boolean {
  const list = /^\{([^}]*)\}\s+from\s+$/.exec(names)?.[1]
  return list !== undefined && list.split(',').every((name) => /^\s*(type\s.*)?$/.test(name))
}

function resolve(path: string, specifier: string): { target: string; isPackage: boolean } {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return { target: join(dirname(path), plain), isPackage: false }
  if (plain.startsWith('#')) return { target: plain.slice(1), isPackage: false }
  return { target: plain, isPackage: true }
}

/** Cycles of imports that exist at run time; types do not count. Each as its files in order. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(({ isPackage, isTypeOnly }) => !isPackage && !isTypeOnly).map(({ target }) => target),
    ]),
  )
  const finished = new Set<string>()
  const way: string[] = []
  const cycles: string[][] = []
  const visit = (path: string) => {
    if (finished.has(path)) return
    const seenAt = way.indexOf(path)
    if (seenAt >= 0) {
      cycles.push([...way.slice(seenAt), path])
      return
    }
    way.push(path)
    for (const next of edges.get(path) ?? []) visit(next)
    way.pop()
    finished.add(path)
  }
  for (const path of edges.keys()) visit(path)
  return cycles
}
