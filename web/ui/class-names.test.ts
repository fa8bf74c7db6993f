import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'

const UI = import.meta.dirname
const TAILWIND = join(UI, '../../node_modules/tailwindcss/index.css')

const loadStylesheet = async (id: string, base: string) => {
  const path = id === 'tailwindcss' ? TAILWIND : join(base, id)
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
}

/** Returns the classes without a rule; Tailwind drops an unknown class without a warning. */
const classesWithoutRule = async (names: string[]) => {
  const tokens = readFileSync(join(UI, 'tokens.css'), 'utf8')
  const { build } = await compile(tokens, { base: UI, loadStylesheet })
  const css = build(names).replaceAll('\\', '')
  return names.filter((name) => !new RegExp(`\\.${RegExp.escape(name)}(?![\\w-])`).test(css))
}

const classNames = (source: string) =>
  [...source.matchAll(/(?:className=\{?|\bclasses\(\s*)(["'])(.*?)\1/g)].flatMap(([, , list]) =>
    (list ?? '').split(/\s+/).filter(Boolean),
  )

test('every literal class of a component has a rule', async () => {
  const files = globSync('**/*.tsx', { cwd: join(UI, '..') })
  const names = new Set(files.flatMap((file) => classNames(readFileSync(join(UI, '..', file), 'utf8'))))
  expect(names.size).toBeGreaterThan(100)
  expect(await classesWithoutRule([...names])).toEqual([])
})

test('a size outside the tokens has no rule', async () => {
  expect(await classesWithoutRule(['flex', 'text-20'])).toEqual(['text-20'])
})
