import { expect, test } from 'vitest'
import { mail, mailSearch, mailSpelling, newPassword, passwordInput } from '#contract/accounts/accounts.ts'

test.each([
  ['hola@peña.com.ar', 'hola@xn--pea-8ma.com.ar'],
  ['HOLA@PEÑA.com.ar', 'hola@xn--pea-8ma.com.ar'],
  ['hola@xn--pea-8ma.com.ar', 'hola@xn--pea-8ma.com.ar'],
  ['hola@pen\u0303a.com.ar', 'hola@xn--pea-8ma.com.ar'],
  ['r&b@fiesta.com', 'r&b@fiesta.com'],
  ['sol+previa@gmail.com', 'sol+previa@gmail.com'],
  ["o'higgins@mail.com.ar", "o'higgins@mail.com.ar"],
  ['sol@sala.音楽', 'sol@sala.xn--66v140h'],
  ['sol@x.com.', 'sol@x.com'],
  ['Sol@x.com,', 'sol@x.com'],
  ['Sol <sol@x.com>', 'sol@x.com'],
  ['"Paz, Sol" <sol@x.com>;', 'sol@x.com'],
  ['<sol@x.com>', 'sol@x.com'],
  ['mailto:sol@x.com', 'sol@x.com'],
  ['(sol@x.com)', 'sol@x.com'],
])('%s is kept as %s', (typed, kept) => {
  expect(mail.parse(typed)).toBe(kept)
})

test.each([
  'sol',
  'sol@',
  '@peña.com',
  'sol@peña',
  'sol@peña.com/x',
  'sol@peña.com:80',
  'sol@pe ña.com',
  'sol@127.0.0.1',
  'sol@１２７.1',
  'sól@mail.com',
  'sol@@mail.com',
  'a@b@peña.com',
  '.sol@mail.com',
  'sol.@mail.com',
  'so..l@mail.com',
  '"sol"@mail.com',
  'Sol <sol@x.com> <ana@x.com>',
  'sol@x.com ana@x.com',
  'sol@mail.com\r\nBcc: x@y.com',
  `${'a'.repeat(65)}@mail.com`,
])('%j is no mail', (typed) => {
  expect(mail.safeParse(typed).success).toBe(false)
})

test('a password is one, whichever way the keyboard writes its letters, and its length is that of what is kept', () => {
  expect(newPassword.parse('contrasen\u0303a')).toBe('contraseña')
  expect(passwordInput.parse('contrasen\u0303a')).toBe('contraseña')
  expect(newPassword.safeParse('n\u0303n\u0303n\u0303n\u0303').success).toBe(false)
  expect(newPassword.parse('  con blancos  ')).toBe('  con blancos  ')
})

test('a text that may be a mail is compared in the spelling in which mails are kept', () => {
  expect(mailSpelling(' HOLA@Peña.com.ar ')).toBe('hola@xn--pea-8ma.com.ar')
  expect(mailSpelling('sol@mail.com')).toBe('sol@mail.com')
  for (const typed of ['+54 9 11 5555-1234', 'ana ñandú', 'sol@', '@peña.com', 'a@b@']) {
    expect(mailSpelling(typed)).toBe(typed)
  }
})

test.each([
  ['Ana hola@PEÑA.com.ar', 'Ana hola@xn--pea-8ma.com.ar'],
  ['peña.com.ar', 'xn--pea-8ma.com.ar'],
  ['@peña.com.ar', '@peña.com.ar'],
  ['Muñoz Peña', 'Muñoz Peña'],
  ['sol@mail.com', 'sol@mail.com'],
])('the search %s looks for %s', (typed, meant) => {
  expect(mailSearch(typed)).toBe(meant)
})
