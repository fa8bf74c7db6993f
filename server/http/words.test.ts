/** `http/` says nothing to people: their words are in the contract, the modules and `pages/`. */
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'

test('no file of http/ has a word of Spanish', () => {
  const files = readSources(['server/http/*.ts']).filter(({ path }) => !path.endsWith('.test.ts'))
  const spoken = files.flatMap(({ path, code }) =>
    [...code.matchAll(/^.*[áéíóúüñ¿¡].*$/gim)].map(([line]) => `${path}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(spoken).toEqual([])
})
