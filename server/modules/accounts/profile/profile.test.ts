import { expect, test } from 'vitest'
import { phoneMeant, profileChanges, type Profile, type WantedProfile } from './profile.ts'

test.each<[string, (string | null)[], string | null]>([
  ['5493415550104', [], '+5493415550104'],
  ['+5493415550104', [], '+5493415550104'],
  ['5511987654321', [], '+5511987654321'],
  ['59899123456', [null], '+59899123456'],
  ['0341 15 555-0104', ['+5491123456789', null], '+5493415550104'],
  ['3415550104', [], '+5493415550104'],
  // A number of Tucumán in local form, or one of Serbia: the person's own number decides.
  ['3812027264', [], '+5493812027264'],
  ['3812027264', ['+3812027264'], '+3812027264'],
  ['3812027264', ['+5493812027264'], '+5493812027264'],
  // No number that is given out today, but theirs.
  ['5491900000000', ['+5491900000000'], '+5491900000000'],
  ['5491900000000', [], null],
  ['no es un teléfono', ['+5491900000000'], null],
  ['123456', [], null],
])('the phone %s, of who has %j, is %s', (text, own, phone) => {
  expect(phoneMeant(text, own)).toBe(phone)
})

const stored: Profile = {
  name: 'Camila Ferreyra',
  phone: '+5493415550104',
  pendingPhone: null,
  mail: 'camila@previa.example',
  pendingMail: null,
  gender: 'Female',
  birthDate: '1995-04-12',
  acceptsAdvertising: true,
  isPrivateProfile: false,
}
const same: WantedProfile = {
  name: stored.name,
  phone: '+5493415550104',
  mail: 'camila@previa.example',
  gender: 'Female',
  birthDate: undefined,
  acceptsAdvertising: undefined,
  isPrivateProfile: undefined,
}

test.each<[string, Partial<Profile>, Partial<WantedProfile>, Partial<Profile>]>([
  ['what stays the same', {}, {}, {}],
  ['a name', {}, { name: 'Camila F' }, { name: 'Camila F' }],
  ['a new phone waits', {}, { phone: '+5491123456789' }, { pendingPhone: '+5491123456789' }],
  ['a new mail waits', {}, { mail: 'otra@previa.example' }, { pendingMail: 'otra@previa.example' }],
  ['the one that waits already', { pendingPhone: '+5491123456789' }, { phone: '+5491123456789' }, {}],
  ['the present phone again', { pendingPhone: '+5491123456789' }, {}, { pendingPhone: null }],
  ['the present mail again', { pendingMail: 'otra@previa.example' }, {}, { pendingMail: null }],
  ['no mail said', { pendingMail: 'otra@previa.example' }, { mail: undefined }, {}],
  ['a first phone', { phone: null }, {}, { phone: '+5493415550104' }],
  ['a first mail waits', { mail: null }, {}, { pendingMail: 'camila@previa.example' }],
  ['no to promotions', {}, { acceptsAdvertising: false }, { acceptsAdvertising: false }],
  ['a birth date', { birthDate: null }, { birthDate: '1995-04-12' }, { birthDate: '1995-04-12' }],
])('changes: %s', (_, before, wanted, changes) => {
  expect(profileChanges({ ...stored, ...before }, { ...same, ...wanted })).toEqual(changes)
})
