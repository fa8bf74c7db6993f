import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { changeRole, getRoles, searchUsers } from '#contract/accounts/people.ts'
import type { WireRole } from '#contract/api/roles.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'

let server: TestApp
let owner: GivenUser
let god: GivenUser
let own: { id: string }
let foreign: { id: string; companyId: string }

beforeAll(async () => {
  server = await createTestApp()
  const company = await server.given.company()
  own = await server.given.event({ company })
  foreign = await server.given.event()
  owner = await server.given.user({ memberOf: company })
  god = await server.given.user({ isGodAdmin: true })
})
afterAll(() => server.close())

interface Change {
  readonly userId: string
  readonly roleId: WireRole
  readonly eventId?: string
  /** Given, unless it is said. */
  readonly action?: 'grant' | 'revoke'
}
const change = (as: { token: string }, body: Change) =>
  server.call(changeRole, { body: { action: 'grant', ...body } }, { as })
const profile = (as: GivenUser) => server.call(getProfile, undefined, { as })
const auditOf = (objectId: string) =>
  server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_id'])
    .where('object_id', '=', objectId)
    .orderBy('id')
    .execute()

test('a granted role counts in the session that is open', async () => {
  const person = await server.given.user()
  expect((await profile(person)).roles).toEqual(['CLIENT'])
  const answer = await change(owner, { userId: person.id, roleId: 'SCANNER', eventId: own.id })
  expect(answer).toEqual({ userId: person.id, roleId: 'SCANNER', eventId: own.id, isGranted: true })
  expect(await profile(person)).toMatchObject({
    roles: ['SCANNER', 'CLIENT'],
    eventRoles: [{ eventId: own.id, kind: 'SCANNER' }],
  })
})

test('threat 15: a revoked RRPP loses the right alone, also on a second process that remembers the old answer', async () => {
  const other = await createTestApp({ sharing: server })
  const person = await server.given.user({ staffOf: own, staffKind: 'RRPP' })
  await profile(person)
  await other.call(getProfile, undefined, { as: person })
  await change(owner, { userId: person.id, roleId: 'RRPP', eventId: own.id, action: 'revoke' })
  const promoted = (app: TestApp) => app.call(searchUsers, { query: { query: 'Camila' } }, { as: person })
  expect((await profile(person)).roles).toEqual(['CLIENT'])
  expect(await server.refusal(promoted(server))).toBe('forbidden')
  // The two share no bus here: the memory alone must let go within 5 seconds.
  await server.advance({ seconds: 5 })
  expect(await other.refusal(promoted(other))).toBe('forbidden')
  expect((await other.call(getProfile, undefined, { as: person })).id).toBe(person.id)
  await other.close()
})

test('threat 15: putting a person on a team and taking them off does not log them out', async () => {
  const person = await server.given.user()
  for (const roleId of ['RRPP', 'SCANNER'] as const) {
    await change(owner, { userId: person.id, roleId, eventId: own.id })
    await change(owner, { userId: person.id, roleId, eventId: own.id, action: 'revoke' })
    expect((await profile(person)).roles).toEqual(['CLIENT'])
  }
})

test('threat 31: COMERCIAL requires a proved contact; an unproved phone may be another person’s', async () => {
  const person = await server.given.user({ proved: [] })
  const body = { userId: person.id, roleId: 'COMERCIAL' } as const
  expect(await server.refusal(change(god, body))).toBe('person_unproved')
  expect((await profile(person)).roles).toEqual(['CLIENT'])
})

test.each(['RRPP', 'SCANNER'] as const)('threat 31: %s requires it too, from every giver', async (roleId) => {
  const person = await server.given.user({ proved: [] })
  for (const as of [god, owner]) {
    expect(await server.refusal(change(as, { userId: person.id, roleId, eventId: own.id }))).toBe('person_unproved')
  }
  expect((await profile(person)).roles).toEqual(['CLIENT'])
  // An existing one can be revoked from any person.
  const there = await server.given.user({ proved: [], staffOf: own, staffKind: roleId })
  await change(god, { userId: there.id, roleId, eventId: own.id, action: 'revoke' })
  expect((await profile(there)).roles).toEqual(['CLIENT'])
})

test('a role that the person has already leaves no second audit row', async () => {
  const person = await server.given.user()
  const grant = () => change(god, { userId: person.id, roleId: 'COMERCIAL' })
  await grant()
  await grant()
  expect(await auditOf(person.id)).toEqual([{ action: 'account.grant_role', actor_id: god.id }])
})

test('threat 37: without saying which, nothing is given and nothing taken', async () => {
  const person = await server.given.user()
  const body = { userId: person.id, roleId: 'SCANNER', eventId: own.id } as Parameters<typeof change>[1] & {
    action: 'grant'
  }
  await expect(server.call(changeRole, { body }, { as: owner })).rejects.toMatchObject({
    status: 400,
    body: { details: [{ path: ['action'], message: 'Decí si el rol se da o se quita' }] },
  })
  expect((await profile(person)).roles).toEqual(['CLIENT'])
})

test('threat 37: a doorman who may only look, given the same role again, does not let people in', async () => {
  const doorman = await server.given.user({ staffOf: own, staffKind: 'SCANNER', canScan: false })
  await change(owner, { userId: doorman.id, roleId: 'SCANNER', eventId: own.id })
  const row = server.app.db.selectFrom('event_staff').select('can_scan').where('user_id', '=', doorman.id)
  expect(await row.execute()).toEqual([{ can_scan: false }])
})

test('both leave an audit row', async () => {
  const { companyId } = foreign
  const event = await server.given.event({ company: { id: companyId } })
  const boss = await server.given.user({ memberOf: { id: companyId } })
  const person = await server.given.user()
  const body = { userId: person.id, roleId: 'RRPP', eventId: event.id } as const
  await change(boss, body)
  await change(boss, { ...body, action: 'revoke' })
  expect(await auditOf(event.id)).toEqual([
    { action: 'event.assign_staff', actor_id: boss.id },
    { action: 'event.remove_staff', actor_id: boss.id },
  ])
})

test.each<WireRole>(['GOD_ADMIN', 'admin', 'ORGANIZATOR', 'COMERCIAL', 'CLIENT'])(
  'an organizer never gives %s',
  async (roleId) => {
    const person = await server.given.user()
    expect(await server.refusal(change(owner, { userId: person.id, roleId, eventId: own.id }))).toBe(
      'role_not_assignable',
    )
    expect((await profile(person)).roles).toEqual(['CLIENT'])
  },
)

test.each<WireRole>(['GOD_ADMIN', 'admin', 'ORGANIZATOR'])('a god admin never gives %s here', async (roleId) => {
  const person = await server.given.user()
  expect(await server.refusal(change(god, { userId: person.id, roleId }))).toBe('role_not_assignable')
  expect(await profile(person)).toMatchObject({ godAdmin: false, roles: ['CLIENT'] })
})

test("another company's event answers like one that does not exist", async () => {
  const person = await server.given.user()
  for (const eventId of [foreign.id, person.id]) {
    expect(await server.refusal(change(owner, { userId: person.id, roleId: 'RRPP', eventId }))).toBe('event_not_found')
  }
  expect(await server.refusal(change(owner, { userId: person.id, roleId: 'RRPP' }))).toBe('event_required')
})

test('who is also the commercial of a foreign event gives nothing there', async () => {
  const both = await server.given.user({
    memberOf: { id: (await server.given.company()).id },
    staffOf: foreign,
    staffKind: 'COMERCIAL',
  })
  const person = await server.given.user()
  expect(await server.refusal(change(both, { userId: person.id, roleId: 'SCANNER', eventId: foreign.id }))).toBe(
    'event_not_found',
  )
})

test('no caller changes themselves, administrators, blocked people or the people of another company', async () => {
  const targets = await Promise.all([
    server.given.user({ isGodAdmin: true }),
    server.given.user({ isLegal: true }),
    server.given.user({ isAdmin: true }),
    server.given.user({ state: 'blocked' }),
    server.given.user({ state: 'deleted' }),
    server.given.user({ memberOf: { id: foreign.companyId } }),
  ])
  for (const action of ['grant', 'revoke'] as const) {
    for (const { id } of targets) {
      const refused = change(owner, { userId: id, roleId: 'SCANNER', eventId: own.id, action })
      expect(await server.refusal(refused)).toBe('person_not_found')
    }
    const self = change(owner, { userId: owner.id, roleId: 'SCANNER', eventId: own.id, action })
    expect(await server.refusal(self)).toBe('own_role')
  }
  expect((await profile(targets[0])).godAdmin).toBe(true)
  expect(await server.refusal(change(god, { userId: god.id, roleId: 'COMERCIAL' }))).toBe('own_role')
  expect(await server.refusal(change(god, { userId: targets[1].id, roleId: 'COMERCIAL' }))).toBe('person_not_found')
})

test('read-only fields are refused and change nothing', async () => {
  const person = await server.given.user()
  const body = {
    userId: person.id,
    roleId: 'RRPP',
    eventId: own.id,
    godAdmin: true,
    permission: 'legal',
    companyId: own.id,
  }
  expect(await server.refusal(change(owner, body as Change))).toBe('invalid_input')
  expect(await profile(person)).toMatchObject({ godAdmin: false, permission: null, companyId: null })
})

test('it asks for a fresh password, and finance people may not', async () => {
  const person = await server.given.user()
  const body = { userId: person.id, roleId: 'SCANNER', eventId: own.id } as const
  const finance = await server.given.user({ memberOf: await ownCompany(), companyRole: 'finance' })
  expect(await server.refusal(change(finance, body))).toBe('company_role_not_allowed')
  await server.advance({ minutes: 16 })
  expect(await server.refusal(change(owner, body))).toBe('step_up_required')
})

async function ownCompany() {
  const row = await server.app.db
    .selectFrom('events')
    .select('company_id')
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow()
  return { id: row.company_id }
}

test('a god admin makes and dismisses commercials, with every event of theirs', async () => {
  const boss = await server.given.user({ isGodAdmin: true })
  const person = await server.given.user({ staffOf: own, staffKind: 'COMERCIAL' })
  await change(boss, { userId: person.id, roleId: 'COMERCIAL' })
  expect((await profile(person)).roles).toEqual(['COMERCIAL', 'CLIENT'])
  await change(boss, { userId: person.id, roleId: 'COMERCIAL', action: 'revoke' })
  expect(await server.refusal(profile(person))).toBe('session_expired')
  const left = await server.app.db.selectFrom('event_staff').select('kind').where('user_id', '=', person.id).execute()
  expect(left).toEqual([])
})

test('the list of roles holds only those that the caller may give', async () => {
  const roles = async (as: GivenUser) => (await server.call(getRoles, undefined, { as })).roles.map(({ id }) => id)
  const legal = await server.given.user({ isLegal: true })
  const admin = await server.given.user({ isAdmin: true })
  expect(await roles(owner)).toEqual(['RRPP', 'SCANNER'])
  expect(await roles(god)).toEqual(['RRPP', 'SCANNER', 'COMERCIAL'])
  expect(await roles(legal)).toEqual([])
  expect(await roles(admin)).toEqual([])
})
