import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeProfile, getCompletionStatus } from '#contract/accounts/accounts-google.ts'
import { confirmContactCode, requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import { getProfile } from '#contract/accounts/accounts.ts'
import { createPurchase } from '#contract/sales/checkout.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { closeAccount } from '../closing/close-account.ts'
import { makePendingAccount } from '../registration/make-pending-account.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const incomplete = () => server.given.user({ phone: null, birthDate: null })
const complete = (as: { token: string }, body: Record<string, string>) => server.call(completeProfile, { body }, { as })

test('what is missing is filled in, normalised, and buying works then', async () => {
  const person = await incomplete()
  const type = await server.given.ticketType({ event: await server.given.event(), priceCents: 0 })
  const body = { eventId: type.eventId, ticketTypeId: type.id, quantity: 1 }
  expect(await server.call(getCompletionStatus, undefined, { as: person })).toEqual({
    profileCompletion: { isComplete: false, missingFields: ['phone', 'birthDate'] },
  })
  expect(await server.refusal(server.call(createPurchase, { body }, { as: person }))).toBe('profile_incomplete')

  const answer = await complete(person, { phone: '341 15 555-2001', birthDate: '1996-03-14', gender: 'femenino' })
  expect(answer).toMatchObject({
    data: { updatedProfile: { phone: '+5493415552001', birthDate: '1996-03-14', gender: 'Female' } },
    profileCompletion: { isComplete: true, missingFields: [] },
  })
  expect(answer.data.updatedProfile.age).toBeGreaterThan(25)
  await server.call(createPurchase, { body }, { as: person })

  const row = await server.app.db
    .selectFrom('users')
    .select(['phone_proved_at'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(row.phone_proved_at).toBeNull()
  const rows = await server.app.db
    .selectFrom('audit_rows')
    .select(['action', 'actor_id'])
    .where('object_id', '=', person.id)
    .where('action', '=', 'account.complete_profile')
    .execute()
  expect(rows).toEqual([{ action: 'account.complete_profile', actor_id: person.id }])
})

test('one field alone is enough, and the others stay', async () => {
  const person = await incomplete()
  await complete(person, { birthDate: '2000-01-02' })
  expect(await complete(person, { gender: 'Otro' })).toMatchObject({
    data: { updatedProfile: { phone: null, birthDate: '2000-01-02', gender: 'Other' } },
    profileCompletion: { missingFields: ['phone'] },
  })
})

test('the phone of another account is refused at its field', async () => {
  const other = await server.given.user({ phone: '+5493415552002' })
  await expect(complete(await incomplete(), { phone: other.phone })).rejects.toMatchObject({
    status: 409,
    body: { code: 'phone_taken', message: 'Ya existe una cuenta con ese teléfono' },
  })
})

test('a phone that is there is not changed this way: a change needs its proof', async () => {
  const person = await server.given.user({ phone: '+5493415552003' })
  expect(await server.refusal(complete(person, { phone: '+5493415552004' }))).toBe('phone_already_given')
  expect((await complete(person, { phone: '+5493415552003' })).data.updatedProfile.phone).toBe('+5493415552003')
})

test('what is no phone and no date is refused', async () => {
  const person = await incomplete()
  expect(await server.refusal(complete(person, { phone: '123456' }))).toBe('invalid_phone')
  expect(await server.refusal(complete(person, { birthDate: '31/12/1999' }))).toBe('invalid_input')
})

test('people who give the same phone at once: one signs in with it, the others’ waits for its proof', async () => {
  const phone = '+5493415552009'
  const people = await Promise.all([incomplete(), incomplete(), incomplete()])
  await Promise.allSettled(people.map((person) => complete(person, { phone })))
  const profiles = await Promise.all(people.map((person) => server.call(getProfile, undefined, { as: person })))
  expect(profiles.filter((profile) => profile.phone === phone)).toHaveLength(1)
  expect(profiles.filter((profile) => profile.isPhoneProved)).toEqual([])
})

test('a phone with a pending account waits for its proof, and brings what that account was given', async () => {
  const person = await incomplete()
  const phone = '+5493415552010'
  const { userId } = await makePendingAccount(server.app, null, { name: 'Como la agendaron', phone, mail: null })
  const event = await server.given.event()
  const ticket = await server.given.ticket({ type: await server.given.ticketType({ event }) })
  await server.app.db.updateTable('tickets').set({ holder_id: userId }).where('id', '=', ticket.id).execute()

  const answer = await complete(person, { phone, birthDate: '1996-03-14' })
  expect(answer).toMatchObject({
    data: { updatedProfile: { phone: null, birthDate: '1996-03-14' } },
    profileCompletion: { isComplete: false, missingFields: ['phone'] },
  })
  await server.call(requestContactCode, { body: { kind: 'phone' } }, { as: person })
  await server.drain()
  const inbox = server.app.db.selectFrom('dev_inbox').select('body').where('recipient', '=', phone).orderBy('at')
  const code = /(?<!\d)\d{6}(?!\d)/.exec((await inbox.execute()).at(-1)?.body ?? '')?.[0] ?? ''
  await server.call(confirmContactCode, { body: { kind: 'phone', code } }, { as: person })
  expect(await server.call(getProfile, undefined, { as: person })).toMatchObject({ phone, isPhoneProved: true })
  const row = server.app.db.selectFrom('tickets').select('holder_id').where('id', '=', ticket.id)
  expect(await row.executeTakeFirst()).toEqual({ holder_id: person.id })
})

test('a session that was just ended elsewhere, or an account that was just closed, fills nothing in', async () => {
  const [ended, closed] = [await incomplete(), await incomplete()]
  // Both are known to this process, which believes them for some seconds.
  await server.call(getProfile, undefined, { as: ended })
  await server.call(getProfile, undefined, { as: closed })
  await server.app.db
    .updateTable('sessions')
    .set({ ended_at: server.app.clock.now() })
    .where('user_id', '=', ended.id)
    .execute()
  await closeAccount(server.app, { userId: null }, closed.id)
  for (const [as, phone] of [
    [ended, '+5493415552011'],
    [closed, '+5493415552012'],
  ] as const) {
    expect(await server.refusal(complete(as, { phone, birthDate: '1996-03-14' }))).toBe('session_expired')
    const row = server.app.db.selectFrom('users').select(['phone', 'birth_date']).where('id', '=', as.id)
    expect(await row.executeTakeFirst()).toEqual({ phone: null, birth_date: null })
  }
})
