import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile } from 'tailwindcss'
import { expect, test } from 'vitest'
import { classesOf } from '../testing/class-lists.ts'

const UI = import.meta.dirname
const WEB = join(UI, '..')
const TAILWIND = join(UI, '../../node_modules/tailwindcss/index.css')

const loadStylesheet = async (id: string, base: string) => {
  const path = id === 'tailwindcss' ? TAILWIND : join(base, id)
  return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
}

/** Marks for the styles and tests of other elements; they have no rule of their own. */
const MARKS = ['group']

/** Returns the classes without a rule; Tailwind drops an unknown class without a warning. */
const classesWithoutRule = async (names: string[]) => {
  const tokens = readFileSync(join(UI, 'tokens.css'), 'utf8')
  const { build } = await compile(tokens, { base: UI, loadStylesheet })
  const css = build(names).replaceAll('\\', '')
  return names.filter((name) => !MARKS.includes(name) && !new RegExp(`\\.${RegExp.escape(name)}(?![\\w-])`).test(css))
}

test('every class of a component has a rule', async () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB, exclude: ['**/*.test.*'] })
  const names = new Set(files.flatMap((file) => [...classesOf(join(WEB, file))]))
  expect(names.size).toBeGreaterThan(500)
  expect(await classesWithoutRule([...names])).toEqual([])
})

test('a size outside the tokens has no rule', async () => {
  expect(await classesWithoutRule(['flex', 'text-20'])).toEqual(['text-20'])
})

test.each([
  ['a literal', `<p className="a b" />`, ['a', 'b']],
  ['a ternary', `<p className={isOn ? 'a' : 'b'} />`, ['a', 'b']],
  ['a template', '<p className={`a ${isOn ? "b" : "c"} half-${size}`} />', ['a', 'b', 'c']],
  ['a condition', `<p className={classes('a', isOn && 'b')} />`, ['a', 'b']],
  ['a map of variants', `const looks = { s: 'a', m: 'b' }; <p className={looks[size]} />`, ['a', 'b']],
  ['a map of parts', `const looks = { s: { box: 'a', text: 'No' } }; <p className={looks[size].box} />`, ['a']],
  [
    'a part by its name',
    `const { box } = looks[size]; const looks = { s: { box: 'a', text: 'No' } }; <p className={box} />`,
    ['a'],
  ],
  [
    'a value of another file',
    `import { controlStyle } from './fields/Field.tsx'; <p className={controlStyle} />`,
    ['text-16'],
  ],
  ['options', `const options = { className: 'a' }`, ['a']],
])('classes are read from %s', (_, source, names) => {
  expect([...classesOf(join(UI, 'example.tsx'), source)]).toEqual(expect.arrayContaining(names))
  expect(classesOf(join(UI, 'example.tsx'), source)).not.toContain('No')
})
