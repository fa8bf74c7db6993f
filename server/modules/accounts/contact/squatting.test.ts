/**
 * Threat 31, path by path: an account with another person's unproved phone or mail gets nothing that is meant for its owner. Each
 * control runs the look-up without the guard, which names the squatter.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { activateAccount } from '#contract/accounts/accounts-credentials.ts'
import { addEventStaff } from '#contract/events/events-team.ts'
import { changeRole, getUsersDashboard, searchByPhone } from '#contract/accounts/people.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createIdentityApp, PASSWORD, type IdentityApp } from '#server/testing/identity-app.ts'

let it: IdentityApp
beforeAll(async () => {
  it = await createIdentityApp()
})
afterAll(() => it.server.close())

describe.each(['phone', 'mail'] as const)('threat 31: an account with the unproved %s of another person', (kind) => {
  test('gets no ticket that is transferred to them; it waits, is sent to them alone, and is theirs once proved', async () => {
    const own = it.contacts()
    const squatter = await it.squat({ [kind]: own[kind] })
    expect(await it.naivelyMeant(own)).toBe(squatter.id)
    const ticket = await it.giveTo(it.named(own))
    await it.deliver()
    expect(await it.ticketsOf(squatter)).toEqual([])
    expect(await it.messagesTo(kind === 'phone' ? squatter.mail : squatter.phone)).toEqual([])
    expect((await it.messagesTo(own.phone)).length).toBeGreaterThan(0)
    await it.server.call(activateAccount, {
      body: { token: await it.activationAt(own.phone), newPassword: PASSWORD, acceptTerms: true },
    })
    const owner = await it.enter(own.phone)
    expect(await it.ticketsOf(owner)).toEqual([ticket.id])
    expect(await it.ticketsOf(squatter)).toEqual([])
  })

  test('is no doorman by an invitation that is meant for them', async () => {
    const own = it.contacts()
    const squatter = await it.squat({ [kind]: own[kind] })
    const organizer = await it.server.given.user({ memberOf: { id: it.event.companyId } })
    const body = { kind: 'SCANNER' as const, ...it.named(own) }
    const member = await it.server.call(addEventStaff, { params: { id: it.event.id }, body }, { as: organizer })
    expect(member).toMatchObject({ state: 'pending' })
    expect(await it.naivelyMeant(own)).toBe(squatter.id)
    expect(await it.rolesOf(squatter)).toEqual([])
    // The owner of the phone takes it, with or without tickets.
    await it.server.call(activateAccount, {
      body: { token: await it.activationAt(own.phone), newPassword: PASSWORD, acceptTerms: true },
    })
    expect(await it.rolesOf(await it.enter(own.phone))).toEqual([{ eventId: it.event.id, kind: 'SCANNER' }])
  })

  test('is not found by it in a list, but by administrators', async () => {
    const own = it.contacts()
    const squatter = await it.squat({ [kind]: own[kind] })
    await it.server.given.ticket({ type: it.type, holder: squatter })
    const organizer = await it.server.given.user({ memberOf: { id: it.event.companyId } })
    const god = await it.server.given.user({ isGodAdmin: true })
    const found = async (as: GivenUser) =>
      (await it.server.call(getUsersDashboard, { query: { username: own[kind] } }, { as })).users.map(({ id }) => id)
    expect(await found(organizer)).toEqual([])
    expect(await found(god)).toEqual([squatter.id])
  })
})

describe('threat 31: looking up a phone', () => {
  const look = (as: { token: string }, phone: string) => it.server.call(searchByPhone, { query: { phone } }, { as })

  test('finds the account that proved it, and none that only claims it', async () => {
    const own = it.contacts()
    const squatter = await it.squat({ phone: own.phone })
    const asker = await it.server.given.user()
    expect(await it.server.refusal(look(asker, own.phone))).toBe('person_not_found')
    expect(await it.naivelyMeant(own)).toBe(squatter.id)
    const owner = await it.arrive(own)
    expect((await look(asker, own.phone)).id).toBe(owner.id)
  })

  test('requires a proved contact of the caller', async () => {
    const friend = await it.server.given.user()
    for (const proved of [['mail'], ['phone']] as const) {
      const asker = await it.server.given.user({ proved })
      expect((await look(asker, friend.phone)).id).toBe(friend.id)
    }
    const asker = await it.server.given.user({ proved: [] })
    expect(await it.server.refusal(look(asker, friend.phone))).toBe('contact_proof_needed')
  })

  test('threat 4: a device may try ten unknown phones, with any person signed in', async () => {
    const headers = { 'x-device-id': 'muchas-cuentas' }
    const friend = await it.server.given.user()
    const outcomes: string[] = []
    for (let account = 0; account < 4; account += 1) {
      const as = await it.server.given.user()
      const ask = (phone: string) => it.server.call(searchByPhone, { query: { phone } }, { as, headers })
      // Those that are found cost nothing.
      if (account < 2) await ask(friend.phone)
      const misses = Array.from({ length: 4 }, () => it.server.refusal(ask(it.contacts().phone)))
      outcomes.push(...(await Promise.all(misses)))
    }
    expect(outcomes.filter((code) => code === 'person_not_found')).toHaveLength(10)
    expect(outcomes.filter((code) => code === 'too_many_requests')).toHaveLength(6)
    // Control: eight of each account's ten are left, and another device may go on.
    expect(await it.server.refusal(look(await it.server.given.user(), it.contacts().phone))).toBe('person_not_found')
  })
})

describe('threat 31: an account made for {the phone of another, a mail of their own}', () => {
  test('gets what they sent there themselves, and nothing that is sent to that phone later', async () => {
    const own = it.contacts()
    const trap = { phone: own.phone, mail: `trampa-${own.mail}` }
    const bait = await it.giveTo(it.named(trap))
    const later = await it.giveTo(it.named(own))
    await it.deliver()
    const token = await it.activationAt(trap.mail)
    expect(await it.messagesTo(trap.mail)).toHaveLength(1)
    const { session } = await it.server.call(activateAccount, {
      body: { token, newPassword: PASSWORD, acceptTerms: true },
    })
    const trapper = session ?? { token: '' }
    expect(await it.ticketsOf(trapper)).toEqual([bait.id])
    const last = await it.giveTo(it.named(own))
    expect(await it.ticketsOf(trapper)).toEqual([bait.id])
    // The owner takes the rest, and the phone.
    await it.server.call(activateAccount, {
      body: { token: await it.activationAt(own.phone), newPassword: PASSWORD, acceptTerms: true },
    })
    const owner = await it.enter(own.phone)
    expect((await it.ticketsOf(owner)).sort()).toEqual([later.id, last.id].sort())
    expect(await it.server.call(getProfile, undefined, { as: trapper })).toMatchObject({ phone: null })
  })

  test('is no receiver or doorman by its id', async () => {
    const own = it.contacts()
    const trap = { phone: own.phone, mail: `trampa-${own.mail}` }
    const { id } = await it.giveTo(it.named(trap))
    const { holder_id: waiting } = await it.server.app.db
      .selectFrom('tickets')
      .select('holder_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await it.server.refusal(it.giveTo({ toUserId: waiting }))).toBe('recipient_not_found')
    const organizer = await it.server.given.user({ memberOf: { id: it.event.companyId } })
    const change = { userId: waiting, roleId: 'SCANNER' as const, eventId: it.event.id, action: 'grant' as const }
    expect(await it.server.refusal(it.server.call(changeRole, { body: change }, { as: organizer }))).toBe(
      'person_not_found',
    )
    // Whom the company named itself may be given more.
    const body = { kind: 'RRPP' as const, ...it.named(it.contacts()) }
    const member = await it.server.call(addEventStaff, { params: { id: it.event.id }, body }, { as: organizer })
    await it.server.call(changeRole, { body: { ...change, userId: member.id } }, { as: organizer })
  })
})

describe('of a phone and a mail that were given together', () => {
  test.each(['phone', 'mail'] as const)(
    'the %s takes what waits when it is proved first, and the giver is notified',
    async (first) => {
      const own = it.contacts()
      const ticket = await it.giveTo(it.named(own))
      const link = await it.activationAt(own[first])
      const body = { token: link, newPassword: PASSWORD, acceptTerms: true as const }
      const { session } = await it.server.call(activateAccount, { body })
      expect(await it.ticketsOf(session ?? (await it.enter(own.phone)))).toEqual([ticket.id])
      await it.server.drain()
      const message = (await it.messagesTo(ticket.giver.mail)).at(-1)
      expect(message?.body).toContain(first === 'mail' ? 'quien confirmó el email' : 'quien confirmó el teléfono')
    },
  )

  test.each([
    ['phone', 'activated'],
    ['mail', 'activated'],
    ['phone', 'joined'],
  ] as const)('the inviter to a team is notified that the %s took it (%s)', async (first, how) => {
    const own = it.contacts()
    const organizer = await it.server.given.user({ memberOf: { id: it.event.companyId }, name: 'Olga Organiza' })
    const add = (kind: 'RRPP' | 'SCANNER') =>
      it.server.call(
        addEventStaff,
        { params: { id: it.event.id }, body: { kind, ...it.named(own) } },
        { as: organizer },
      )
    await add('SCANNER')
    await add('RRPP')
    if (how === 'activated') {
      const body = { token: await it.activationAt(own[first]), newPassword: PASSWORD, acceptTerms: true as const }
      await it.server.call(activateAccount, { body })
    } else {
      const owner = await it.server.given.user({ proved: ['mail'] })
      await it.server.app.db.updateTable('users').set({ pending_phone: own.phone }).where('id', '=', owner.id).execute()
      await it.prove(owner, 'phone', own.phone)
    }
    await it.server.drain()
    const messages = (await it.messagesTo(organizer.mail)).filter(({ subject }) => subject?.startsWith('Ya se sumó'))
    // Once, for both kinds.
    expect(messages).toHaveLength(1)
    expect(messages[0]?.body).toContain(first === 'mail' ? 'quien confirmó el email' : 'quien confirmó el teléfono')
    expect(messages[0]?.body).toContain('Josefina Dueña')
    expect((await it.messagesTo(organizer.phone)).map(({ subject }) => subject)).toEqual(['equipo_confirmado'])
  })

  test('of a person known before nothing is revealed', async () => {
    const own = it.contacts()
    await it.server.given.user({ ...own })
    const organizer = await it.server.given.user({ memberOf: { id: it.event.companyId } })
    const body = { kind: 'RRPP' as const, ...it.named(own) }
    await it.server.call(addEventStaff, { params: { id: it.event.id }, body }, { as: organizer })
    await it.server.drain()
    expect(await it.messagesTo(organizer.mail)).toEqual([])
  })

  test('who proved the mail already has it at once; who only wrote it does not', async () => {
    const own = it.contacts()
    const proved = await it.server.given.user({ mail: own.mail, proved: ['mail'] })
    const ticket = await it.giveTo(it.named(own))
    expect(await it.ticketsOf(proved)).toEqual([ticket.id])
  })
})
