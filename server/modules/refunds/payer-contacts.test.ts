/** Whose contacts a list of refunds shows whole (rule R6.9). */
import { expect, test } from 'vitest'
import type { Actor } from '#server/shared/actor.ts'
import { createVault } from '#server/shared/crypto.ts'
import { payerFor } from './lists/queries.ts'

const row = {
  payerName: 'Ana Compra',
  payerMail: 'ana@previa.example',
  payerPhone: null,
  companyId: 'ours',
  typedContacts: null,
  hasPaid: true,
}
const vault = createVault('una-clave-de-prueba-de-mas-de-32-letras')

test.each<[string, Partial<Actor>, string]>([
  [
    'the owner of the company that sold',
    { roles: ['ORGANIZATOR'], companyRole: 'owner', companyId: 'ours' },
    row.payerMail,
  ],
  ['its manager', { roles: ['ORGANIZATOR'], companyRole: 'manager', companyId: 'ours' }, 'a***@previa.example'],
  [
    'the owner of another company, who sells for this one',
    { roles: ['ORGANIZATOR', 'COMERCIAL'], companyRole: 'owner', companyId: 'theirs' },
    'a***@previa.example',
  ],
  ['an administrator', { roles: ['admin'], companyRole: null, companyId: null }, row.payerMail],
])('%s', (_name, actor, mail) => {
  expect(payerFor({ vault }, actor as Actor, row)).toEqual({ name: row.payerName, mail, phone: null }) // only these fields are read
})
