import { expect, test } from 'vitest'
import { asLine } from '#contract/values/text.ts'
import { NASTY_TEXTS } from '#server/testing/nasty-texts.ts'
import { printable } from './spell.ts'

test.each([
  'Nguyễn Thị Hằng',
  'Ștefan Țîrlea',
  'Łukasz Żółć',
  'Þóra Æðelstan Øßÿ',
  'María de los Ángeles Fernández Quiroga',
  'Şebnem Iğdır Əliyev',
  'O’Higgins “el Flaco” — N.º 5 €',
])('%s is drawn as it is', (name) => {
  expect(printable(name)).toBe(name)
  expect(printable(name.normalize('NFD'))).toBe(name)
})

test.each([
  ['J̌an Ḱral', 'Jan Kral'],
  ['ﬁesta № １２３', 'fiesta No 123'],
  ['Дмитрий Ёжиков', 'Dmitriy Ezhikov'],
  ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoylos'],
  ['李小龍', 'LiXiaoLong'],
  ['Li 𠮷野', 'Li KichiYe'],
  ['김민준', 'GimMinJun'],
  ['やまだ タロウ', 'yamada tarou'],
  ['דוד כהן', 'dvd khhn'],
  ['محمد رمضان', 'mhmd rmdan'],
  ['佐々木 ゆう', 'Zuo-Mu yuu'],
  ['สมชาย', 'smchay'],
  ['अनिल', 'anil'],
])('%s is spelled in the letters of the font: %s', (name, spelled) => {
  expect(printable(name)).toBe(spelled)
})

test('no letter is left out: every name has at least as many as it had', () => {
  for (const name of [...NASTY_TEXTS.map(asLine), 'ⴰⵎⵉⵏⴰ', 'ᛒᛟᛚ', '𐌰𐌱𐌲', 'ꦗꦮ', 'አበበ', 'Ⴂიორგი', 'Հայկ', '៣៤']) {
    const letters = (text: string) => text.match(/[\p{L}\p{N}?]/gu)?.length ?? 0
    expect(letters(printable(name)), name).toBeGreaterThanOrEqual(letters(name))
  }
})

test('what has no letters is left out, and nothing at all is a dash', () => {
  expect(printable('Camila 😎 Ferreyra\n\tDíaz')).toBe('Camila Ferreyra Díaz')
  expect(['🎉🎉', '\u0000\n', ''].map(printable)).toEqual(['—', '—', '—'])
})
