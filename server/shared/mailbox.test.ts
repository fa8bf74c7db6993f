import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['sol@previa.example', 'sol@previa.example'],
  ['sol+fiesta@previa.example', 'sol@previa.example'],
  ['s.o.l@previa.example', 's.o.l@previa.example'],
  ['s.o.l+1@gmail.com', 'sol@gmail.com'],
  ['sol@googlemail.com', 'sol@gmail.com'],
  ['+sol@previa.example', '+sol@previa.example'],
  ['+5493415550104', '+5493415550104'],
])('%s ends in %s', (mail, mailbox) => {
  expect(mailboxOf(mail)).toBe(mailbox)
})
