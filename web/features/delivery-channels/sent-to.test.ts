import { expect, test } from 'vitest'
import { sentTo, shortMail } from './sent-to.ts'

const both = { mail: 'sol.paz@previa.example', phone: '+5493415550101', isMailProved: true, isPhoneProved: true }

test.each([
  ['both', both, true, 'a sol.paz@… y a tu WhatsApp'],
  ['WhatsApp is off', both, false, 'a sol.paz@…'],
  ['one is verified', { ...both, isPhoneProved: false }, true, 'a sol.paz@…'],
  ['the other one is', { ...both, isMailProved: false }, true, 'a tu WhatsApp'],
  ['neither is', { ...both, isMailProved: false, isPhoneProved: false }, true, 'a sol.paz@… y a tu WhatsApp'],
  ['a phone alone, and WhatsApp off', { ...both, mail: null, isMailProved: false }, false, null],
])('%s', (_, contacts, isWhatsappOn, words) => {
  expect(sentTo(contacts, isWhatsappOn)).toBe(words)
})

test('a mail with two at signs keeps its first', () => {
  expect(shortMail('"a@b"@previa.example')).toBe('"a@b"@…')
})
