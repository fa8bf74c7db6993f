import { expect, test } from 'vitest'
import { companySlug, numberedSlug } from './company-slug.ts'

test.each([
  ['Club Central', 'club-central'],
  ['  Peña & Asociados S.A. ', 'pena-asociados-s-a'],
  ['ÑANDÚ / Producciones', 'nandu-producciones'],
  ['club-central', 'club-central'],
  ['🎉🎉', 'organizacion'],
  ['../../etc/passwd', 'etc-passwd'],
  ["'; drop table companies; --", 'drop-table-companies'],
  ['a'.repeat(200), 'a'.repeat(60)],
])('%s becomes %s', (name, slug) => {
  expect(companySlug(name)).toBe(slug)
  expect(companySlug(companySlug(name))).toBe(slug)
})

test('a taken slug gets a number', () => {
  expect([1, 2, 3].map((attempt) => numberedSlug('club', attempt))).toEqual(['club', 'club-2', 'club-3'])
})
