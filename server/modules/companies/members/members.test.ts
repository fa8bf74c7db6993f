/** The people of a company: who adds, changes and removes whom (rule R7.11). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateAccount } from '#contract/accounts/accounts-credentials.ts'
import { getProfile } from '#contract/accounts/accounts.ts'
import {
  inviteCompanyMemberAgain,
  listCompanyMembers,
  removeCompanyMember,
  setCompanyMember,
} from '#contract/companies/companies-members.ts'
import type { CompanyRole } from '#contract/api/roles.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { linkAt } from '#server/testing/read-inbox.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let phones = 0
const guest = () => ({
  name: 'Nahuel Ibarra',
  phone: `+5493415577${String(100 + phones++)}`,
  mail: `nahuel-${phones}@previa.example`,
})
type Body = Parameters<typeof server.call<typeof setCompanyMember>>[1]['body']

async function given() {
  const company = await server.given.company({})
  const owner = await server.given.user({ memberOf: company, name: 'Valeria Ríos' })
  const params = { companyId: company.id }
  return {
    company,
    owner,
    member: (companyRole: CompanyRole) => server.given.user({ memberOf: company, companyRole }),
    set: (body: Body, as: GivenUser = owner) => server.call(setCompanyMember, { params, body }, { as }),
    remove: (userId: string, as: GivenUser = owner) =>
      server.call(removeCompanyMember, { params: { ...params, userId } }, { as }),
    invite: (userId: string, as: GivenUser = owner) =>
      server.call(inviteCompanyMemberAgain, { params: { ...params, userId } }, { as }),
    list: async (as: GivenUser = owner) =>
      (await server.call(listCompanyMembers, { params, query: {} }, { as })).members,
  }
}
const rolesOf = async (list: Promise<readonly { id: string; role: CompanyRole }[]>) =>
  Object.fromEntries((await list).map(({ id, role }) => [id, role]))
const subjects = async (recipient: string) => {
  await server.drain()
  const inbox = server.app.db.selectFrom('dev_inbox').select('subject').where('recipient', '=', recipient)
  return (await inbox.orderBy('id').execute()).map(({ subject }) => subject)
}
const auditOf = async (companyId: string) =>
  server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'before', 'after'])
    .where('object_id', '=', companyId)
    .orderBy('id')
    .execute()

test('a person with an account joins at once, is notified once, and may act from the next request on', async () => {
  const { company, set, list } = await given()
  const known = await server.given.user({ name: 'Lautaro Paz' })
  const body = { role: 'manager' as const, name: 'Lauti', phone: known.phone, mail: 'otro@previa.example' }
  expect(await set(body)).toMatchObject({ id: known.id, name: 'Lauti', role: 'manager', state: 'active' })
  expect(await set(body)).toMatchObject({ id: known.id })
  expect(await server.call(getProfile, undefined, { as: known })).toMatchObject({
    companyId: company.id,
    companyRole: 'manager',
    roles: expect.arrayContaining(['ORGANIZATOR']),
  })
  expect(await subjects(known.mail)).toEqual(['Te sumaron a Club Central'])
  // What was written of them, not who they are; whole contacts are their own.
  expect(JSON.stringify(await list())).not.toMatch(new RegExp(`Lautaro|${known.mail.replace('+', '.')}`))
  expect(await auditOf(company.id)).toMatchObject([
    { action: 'company.set_member', before: null, after: { userId: known.id, role: 'manager' } },
  ])
})

test('a person without an account waits, and enters by the link; the inviter hears which contact was verified', async () => {
  const { company, owner, set, list, invite } = await given()
  const person = guest()
  const member = await set({ role: 'finance', ...person })
  expect(member).toMatchObject({ name: person.name, state: 'pending', role: 'finance' })
  expect((await subjects(person.mail)).toSorted()).toEqual(['Activá tu cuenta de Previa', 'Te sumaron a Club Central'])
  await invite(member.id)
  const token = (await linkAt(server, person.mail, 'activation')) ?? ''
  const body = { token, newPassword: 'una-clave-larga', acceptTerms: true } as const
  await server.call(activateAccount, { body })
  expect((await list()).find(({ id }) => id === member.id)).toMatchObject({ state: 'active', role: 'finance' })
  expect(await subjects(owner.mail)).toEqual(['Ya se sumó Nahuel Ibarra a Club Central'])
  expect(await server.refusal(invite(member.id))).toBe('already_active')
  expect((await auditOf(company.id)).map(({ action }) => action)).toEqual([
    'company.set_member',
    'company.invite_member_again',
  ])
})

test('what waits for a phone is its owner’s once it is verified, unless they are of another company by then', async () => {
  const [here, there] = [await given(), await given()]
  const person = guest()
  const waiting = await here.set({ role: 'manager', ...person })
  const other = await there.set({ role: 'finance', ...person, mail: 'otra-casilla@previa.example' })
  expect(other.id).not.toBe(waiting.id)
  const token = (await linkAt(server, person.phone, 'activation')) ?? ''
  await server.call(activateAccount, { body: { token, newPassword: 'una-clave-larga', acceptTerms: true } })
  const places = server.app.db
    .selectFrom('company_members')
    .select(['company_id', 'user_id', 'role'])
    .where('user_id', 'in', [waiting.id, other.id])
  // The link was of the account that the last invitation made: the other's place is taken.
  expect(await places.execute()).toEqual([{ company_id: there.company.id, user_id: other.id, role: 'finance' }])
})

test.each(['manager', 'finance'] as const)(
  'a %s of the company decides nothing about its people, and may leave',
  async (role) => {
    const { owner, set, remove, invite, list, member } = await given()
    const person = await member(role)
    const other = await member('finance')
    expect(await server.refusal(list(person))).toBe('owner_only')
    expect(await server.refusal(set({ role: 'owner', ...guest() }, person))).toBe('owner_only')
    expect(await server.refusal(set({ role: 'owner', userId: person.id }, person))).toBe('owner_only')
    expect(await server.refusal(set({ role: 'manager', userId: other.id }, person))).toBe('owner_only')
    expect(await server.refusal(remove(other.id, person))).toBe('owner_only')
    expect(await server.refusal(remove(owner.id, person))).toBe('owner_only')
    expect(await server.refusal(invite(other.id, person))).toBe('owner_only')
    await remove(person.id, person)
    expect((await list()).some(({ id }) => id === person.id)).toBe(false)
    expect(await subjects(person.mail)).toEqual([])
  },
)

test('a role changes by the member’s id; their own does not, and a stranger’s id is not found', async () => {
  const { company, owner, set, list, member } = await given()
  const person = await member('finance')
  expect(await set({ role: 'owner', userId: person.id })).toMatchObject({ role: 'owner' })
  expect(await subjects(person.mail)).toEqual(['Cambió tu rol en Club Central'])
  expect(await server.refusal(set({ role: 'manager', userId: owner.id }))).toBe('own_role')
  expect(await server.refusal(set({ role: 'manager', ...guest(), phone: owner.phone }))).toBe('own_role')
  expect(await set({ role: 'manager', userId: owner.id }, person)).toMatchObject({ role: 'manager' })
  expect(await server.refusal(set({ role: 'finance', userId: (await server.given.user()).id }, person))).toBe(
    'person_not_found',
  )
  expect(await server.refusal(set({ role: 'finance', name: 'Sin Contacto' }, person))).toBe('missing_person')
  expect(await rolesOf(list(person))).toEqual({ [owner.id]: 'manager', [person.id]: 'owner' })
  expect((await auditOf(company.id)).map(({ before, after }) => [before, after])).toEqual([
    [
      { userId: person.id, role: 'finance' },
      { userId: person.id, role: 'owner' },
    ],
    [
      { userId: owner.id, role: 'owner' },
      { userId: owner.id, role: 'manager' },
    ],
  ])
})

test('the last owner stays: who was invited and who is blocked count for none', async () => {
  const { company, owner, set, remove, member } = await given()
  const god = await server.given.user({ isGodAdmin: true })
  await member('manager')
  await set({ role: 'owner', ...guest() })
  const blocked = await server.given.user({ memberOf: company, state: 'blocked' })
  expect(await server.refusal(remove(owner.id))).toBe('last_owner')
  expect(await server.refusal(remove(owner.id, god))).toBe('last_owner')
  expect(await server.refusal(set({ role: 'finance', userId: owner.id }, god))).toBe('last_owner')
  await remove(blocked.id)
  const second = await member('owner')
  await remove(owner.id)
  expect(await server.refusal(remove(second.id, second))).toBe('last_owner')
})

test('a removed person loses the company and not the session, is notified, and a second removal changes nothing', async () => {
  const { company, remove, member } = await given()
  const person = await member('manager')
  await remove(person.id)
  await remove(person.id)
  expect(await server.call(getProfile, undefined, { as: person })).toMatchObject({ companyId: null, roles: ['CLIENT'] })
  expect(await subjects(person.mail)).toEqual(['Ya no estás en Club Central'])
  expect((await auditOf(company.id)).map(({ action }) => action)).toEqual(['company.remove_member'])
})

test.each([
  ['god admin', { isGodAdmin: true }],
  ['administrator', { isAdmin: true }],
  ['blocked person', { state: 'blocked' }],
  ['person of another company', 'another'],
] as const)('threat 4: the phone of a %s is invited as a stranger’s, and gives them nothing', async (_, who) => {
  const { set } = await given()
  const literal = who === 'another' ? { memberOf: await server.given.company() } : who
  const person = await server.given.user({ ...literal, phone: guest().phone })
  const shapeOf = async (phone: string) => {
    const { id, name, state, role } = await set({ role: 'manager', ...guest(), phone })
    return { id, shown: [name, state, role] }
  }
  const [named, stranger] = [await shapeOf(person.phone), await shapeOf(guest().phone)]
  expect(named.shown).toEqual(stranger.shown)
  expect(named.shown[1]).toBe('pending')
  expect(named.id).not.toBe(person.id)
})

test('another company sees, adds and removes no member here', async () => {
  const [here, there] = [await given(), await given()]
  expect(await server.refusal(here.list(there.owner))).toBe('company_not_found')
  expect(await server.refusal(here.set({ role: 'owner', ...guest() }, there.owner))).toBe('company_not_found')
  expect(await server.refusal(here.remove(here.owner.id, there.owner))).toBe('company_not_found')
})
