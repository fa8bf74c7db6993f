import { expect, test } from 'vitest'
import { likelyDomain } from './mail-typo.ts'

test.each([
  ['sol@gmial.com', 'gmail.com'],
  ['sol@gmai.com', 'gmail.com'],
  ['sol@gmaill.com', 'gmail.com'],
  ['sol@gmail.con', 'gmail.com'],
  ['sol@gmail.com.ar', 'gmail.com'],
  ['Sol@HOTMIAL.com', 'hotmail.com'],
  ['sol@yaho.com.ar', 'yahoo.com.ar'],
  ['sol@outlok.com', 'outlook.com'],
  ['sol@gmail.com', null],
  ['sol@mail.com', null],
  ['sol@previa.test', null],
  ['sol@unr.edu.ar', null],
  ['sol', null],
  ['', null],
])('%s: %s', (mail, domain) => {
  expect(likelyDomain(mail)).toBe(domain)
})
