import { expect, test } from 'vitest'
import { rolesOf, type RoleSources } from './roles-of.ts'

const client: RoleSources = {
  isGodAdmin: false,
  isAdmin: false,
  permission: null,
  grantedRoles: [],
  membership: null,
  eventRoles: [],
}
const eventId = '0197c000-0000-7000-8000-000000000001'

test.each<[string, Partial<RoleSources>, string[]]>([
  ['anybody is a client', {}, ['CLIENT']],
  [
    'a member of a company organizes',
    { membership: { companyId: eventId, role: 'finance' } },
    ['ORGANIZATOR', 'CLIENT'],
  ],
  ['an assignment gives its role', { eventRoles: [{ eventId, kind: 'SCANNER' }] }, ['SCANNER', 'CLIENT']],
  ['a grant by name counts', { grantedRoles: ['COMERCIAL'] }, ['COMERCIAL', 'CLIENT']],
  [
    'roles add up in order of power',
    { isGodAdmin: true, isAdmin: true, grantedRoles: ['RRPP'] },
    ['godAdmin', 'admin', 'RRPP', 'CLIENT'],
  ],
  ['the legal account is not a god admin', { isGodAdmin: true, permission: 'legal' }, ['legal', 'CLIENT']],
])('%s', (_name, sources, roles) => {
  expect(rolesOf({ ...client, ...sources })).toEqual(roles)
})
