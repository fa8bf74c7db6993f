/** Whose contacts a list of refunds shows whole (rule R6.9). */
import { expect, test } from 'vitest'
import type { Actor } from '#server/shared/actor.ts'
import { payerFor } from './lists/queries.ts'

const row = { payerName: 'Ana Compra', payerMail: 'ana@previa.example', payerPhone: null, companyId: 'ours' }

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
  expect(payerFor(actor as Actor, row)).toEqual({ name: row.payerName, mail, phone: null }) // only these fields are read
})
