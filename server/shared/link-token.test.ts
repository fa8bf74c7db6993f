import { expect, test } from 'vitest'
import { createVault } from './crypto.ts'
import { makeLinkToken, personOfToken } from './link-token.ts'

const vault = createVault('a master key for tests that is long enough')
const link = { kind: 'regret-link', id: 'r1' } as const

test('a token names its person, for its own link alone', () => {
  const token = makeLinkToken(vault, link, 'ana')
  expect(personOfToken(vault, link, token)).toBe('ana')
  expect(personOfToken(vault, { ...link, id: 'r2' }, token)).toBeNull()
  expect(personOfToken(vault, { ...link, kind: 'move-link' }, token)).toBeNull()
  expect(personOfToken(vault, link, token.replace('ana', 'bea'))).toBeNull()
  for (const none of [undefined, '', '.', 'ana', 'ana.', `${token.slice(0, 10)}`]) {
    expect(personOfToken(vault, link, none)).toBeNull()
  }
})
