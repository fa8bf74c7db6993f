/** An endpoint is declared by the module that answers it: `contract/<room>/<module>.ts`, or `contract/<room>/<module>-<part>.ts`. */
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'

test('a module binds the endpoints of its own contract files', () => {
  const declaring = new Set(
    readSources(['contract/*/*.ts']).flatMap(({ path, code }) => (/= endpoint\(\{/.test(code) ? [path] : [])),
  )
  const bindings = readSources(['server/modules/*/routes.ts']).flatMap(({ path, imports }) => {
    const module = path.split('/')[2] ?? ''
    return imports.flatMap(({ target }) => (declaring.has(target) ? [{ module, target }] : []))
  })
  const bound = new Set(bindings.map(({ target }) => target))
  const strangers = bindings.filter(
    ({ module, target }) => !new RegExp(`^contract/\\w+/${module}(-[\\w-]+)?\\.ts$`).test(target),
  )
  expect(declaring.size).toBeGreaterThan(10)
  expect([...declaring].filter((path) => !bound.has(path))).toEqual([])
  expect(strangers).toEqual([])
})
