import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getProfile } from '#contract/accounts/accounts.ts'
import { activateAccount, confirmContactCode, requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import type { FailureCode } from '#contract/api/failures.ts'
import { createTestApp, someAddress, type TestApp } from '#server/testing/app.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import { inTransaction, type App } from '#server/context.ts'
import { fullReads } from '#server/testing/full-reads.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { endSessions } from '../session/end-sessions.ts'
import { makePendingAccount } from '../registration/make-pending-account.ts'
import { setPassword } from '../password/store.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

type Kind = 'mail' | 'phone'
const messagesTo = (recipient: string) =>
  server.app.db.selectFrom('dev_inbox').selectAll().where('recipient', '=', recipient).orderBy('at').execute()
const request = (user: GivenUser, kind: Kind) => server.call(requestContactCode, { body: { kind } }, { as: user })
const confirm = (user: GivenUser, kind: Kind, code: string) =>
  server.call(confirmContactCode, { body: { kind, code } }, { as: user })
const readCode = async (recipient: string) => {
  const code = /(?<![\d+])\d{6}(?!\d)/.exec((await messagesTo(recipient)).at(-1)?.body ?? '')?.[0]
  if (!code) throw new Error(`no code arrived at ${recipient}`)
  return code
}
const codeOf = async (user: GivenUser, kind: Kind, recipient: string) => {
  await request(user, kind)
  await server.drain()
  return readCode(recipient)
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const wait = (user: GivenUser, contact: { pending_mail?: string; pending_phone?: string }) =>
  server.app.db.updateTable('users').set(contact).where('id', '=', user.id).execute()
const row = ({ id }: { id: string }) =>
  server.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
let numbers = 0
const newPhone = () => `+54934155540${String((numbers += 1)).padStart(2, '0')}`

test.each([
  ['in two groups', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['with the message around it', (code: string) => `Tu código es ${code}. Vence en 10 minutos.`],
  ['in wide digits', (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
])('a code is taken %s; of two codes none is', async (_, typed) => {
  const user = await server.given.user({ proved: [] })
  const code = await codeOf(user, 'mail', user.mail)
  expect(await server.refusal(confirm(user, 'mail', `${code} ${another(code)}`))).toBe('invalid_input')
  expect(await confirm(user, 'mail', typed(code))).toMatchObject({ status: 'success' })
})

test.each(['mail', 'phone'] as const)('a code proves the %s that the account has', async (kind) => {
  const user = await server.given.user({ proved: [] })
  const code = await codeOf(user, kind, user[kind])
  expect(await confirm(user, kind, code)).toMatchObject({ status: 'success' })
  const after = await row(user)
  expect([after.mail_proved_at !== null, after.phone_proved_at !== null]).toEqual([kind === 'mail', kind === 'phone'])
})

test('the answer says where it went, masked', async () => {
  const user = await server.given.user()
  const { sentTo } = await request(user, 'phone')
  expect(sentTo).toBe(`+54 9 11 ****-${user.phone.slice(-4)}`)
})

describe('a code is good', () => {
  test('five times to be tried, also in parallel', async () => {
    const user = await server.given.user({ proved: [] })
    const code = await codeOf(user, 'mail', user.mail)
    const tries = Array.from({ length: 20 }, () => server.refusal(confirm(user, 'mail', another(code))))
    const codes = await Promise.all(tries)
    expect(codes.filter((each) => each === 'wrong_code')).toHaveLength(5)
    expect(codes.filter((each) => each === 'code_expired')).toHaveLength(15)
    expect(await server.refusal(confirm(user, 'mail', code))).toBe('code_expired')
    expect((await row(user)).mail_proved_at).toBeNull()
  })

  test('once, also in parallel', async () => {
    const user = await server.given.user()
    const code = await codeOf(user, 'mail', user.mail)
    const uses = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(user, 'mail', code)))
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('for ten minutes', async () => {
    const user = await server.given.user()
    const code = await codeOf(user, 'mail', user.mail)
    await server.advance({ minutes: 10, seconds: 1 })
    expect(await server.refusal(confirm(user, 'mail', code))).toBe('code_expired')
  })

  test('until another is asked for', async () => {
    const user = await server.given.user()
    const first = await codeOf(user, 'mail', user.mail)
    let second = await codeOf(user, 'mail', user.mail)
    // One in a million is drawn twice.
    if (second === first) second = await codeOf(user, 'mail', user.mail)
    expect(await server.refusal(confirm(user, 'mail', first))).toBe('wrong_code')
    expect(await confirm(user, 'mail', second)).toMatchObject({ status: 'success' })
  })

  test('for its person, kind and contact alone', async () => {
    const [user, stranger] = [await server.given.user(), await server.given.user()]
    const code = await codeOf(user, 'mail', user.mail)
    expect(await server.refusal(confirm(stranger, 'mail', code))).toBe('code_expired')
    expect(await server.refusal(confirm(user, 'phone', code))).toBe('code_expired')
    await wait(user, { pending_mail: `nueva-${user.id}@previa.example` })
    expect(await server.refusal(confirm(user, 'mail', code))).toBe('code_expired')
  })
})

test('a session that was just ended elsewhere proves nothing more', async () => {
  const user = await server.given.user()
  const mail = `ajeno-${user.id}@previa.example`
  await wait(user, { pending_mail: mail })
  const code = await codeOf(user, 'mail', mail)
  // This process knows the session, and believes it for some seconds.
  await server.call(getProfile, undefined, { as: user })
  await server.app.db
    .updateTable('sessions')
    .set({ ended_at: server.app.clock.now() })
    .where('user_id', '=', user.id)
    .execute()
  await expect(confirm(user, 'mail', code)).rejects.toMatchObject({ status: 401 })
  expect((await row(user)).mail).toBe(user.mail)
})

test('a code that comes while the password is being changed proves nothing after the change', async () => {
  const user = await server.given.user()
  const mail = `intruso-${user.id}@previa.example`
  await wait(user, { pending_mail: mail })
  const code = await codeOf(user, 'mail', mail)
  let outcome: Promise<FailureCode> | undefined
  await inTransaction(server.app, async (app) => {
    await setPassword(app, user.id, 'otra')
    await endSessions(app, user.id)
    await server.call(getProfile, undefined, { as: user })
    outcome = server.refusal(confirm(user, 'mail', code))
    await waitsForLock()
  })
  expect(await outcome).toBe('session_expired')
  expect((await row(user)).mail).toBe(user.mail)
})

/** Settles once a transaction waits for a row that another one holds. */
async function waitsForLock(): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await waiting.execute(server.app.db)).rows).toHaveLength(1), 5000)
}

test('a mailbox gets a few codes an hour of those at one address who only say that it will be theirs', async () => {
  const ip = someAddress()
  const victim = 'victima@previa.example'
  let refused = 0
  for (let attempt = 0; attempt < 13; attempt += 1) {
    const user = await server.given.user()
    await wait(user, { pending_mail: victim })
    const asked = server.call(requestContactCode, { body: { kind: 'mail' } }, { as: user, ip })
    await asked.catch(() => (refused += 1))
  }
  await server.drain()
  expect(refused).toBe(4)
  // Six that the address has of it, and the three that strangers have together.
  expect(await messagesTo(victim)).toHaveLength(9)
})

test('no code stays in the queue or the database', async () => {
  const user = await server.given.user()
  const code = await codeOf(user, 'mail', user.mail)
  const kept = await server.app.db.selectFrom('contact_codes').selectAll().where('user_id', '=', user.id).execute()
  expect(
    JSON.stringify(kept.map(({ code_mac, contact, tries }) => [code_mac.toString(), contact, tries])),
  ).not.toContain(code)
})

describe('a new contact', () => {
  test.each(['mail', 'phone'] as const)(
    'a %s takes effect with its code, and the one before it is notified',
    async (kind) => {
      const user = await server.given.user()
      const contact = kind === 'mail' ? `nueva-${user.id}@previa.example` : newPhone()
      await wait(user, kind === 'mail' ? { pending_mail: contact } : { pending_phone: contact })
      const code = await codeOf(user, kind, contact)
      expect((await row(user))[kind]).toBe(user[kind])
      await confirm(user, kind, code)
      expect(await row(user)).toMatchObject({ [kind]: contact, [`pending_${kind}`]: null })
      expect((await server.call(getProfile, undefined, { as: user }))[kind]).toBe(contact)
      await server.drain()
      const messages = await messagesTo(user[kind])
      expect(messages).toHaveLength(1)
      expect(messages[0]?.body).toContain(kind === 'mail' ? 'n***@previa.example' : contact.slice(-4))
      expect(messages[0]?.body).not.toContain(contact)
    },
  )

  test('asks for the password again, before a try is counted', async () => {
    const user = await server.given.user()
    await server.advance({ minutes: 16 })
    const contact = newPhone()
    await wait(user, { pending_phone: contact })
    const code = await codeOf(user, 'phone', contact)
    expect(await server.refusal(confirm(user, 'phone', code))).toBe('step_up_required')
    const { tries } = await server.app.db
      .selectFrom('contact_codes')
      .select('tries')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(0)
  })

  test('is refused when another account proved it', async () => {
    const [user, owner] = [await server.given.user(), await server.given.user()]
    await wait(user, { pending_phone: owner.phone })
    const code = await codeOf(user, 'phone', owner.phone)
    expect(await server.refusal(confirm(user, 'phone', code))).toBe('phone_taken')
    expect((await row(owner)).phone).toBe(owner.phone)
    expect((await row(user)).phone).toBe(user.phone)
  })

  test.each(['mail', 'phone'] as const)(
    'brings the tickets and assignments that were made for that %s before, once it is proved',
    async (kind) => {
      const user = await server.given.user()
      const made = { name: 'Como la agendaron', phone: newPhone(), mail: `agenda-${user.id}@previa.example` }
      const { userId } = await makePendingAccount(server.app, null, made)
      const event = await server.given.event()
      const type = await server.given.ticketType({ event })
      const ticket = await server.given.ticket({ type, holder: { id: userId } })
      await server.app.db
        .insertInto('event_staff')
        .values({ event_id: event.id, user_id: userId, kind: 'RRPP' })
        .execute()
      await server.drain()
      const link = /#token=([\w-]{43})/.exec((await messagesTo(made.mail)).at(-1)?.body ?? '')?.[1] ?? ''
      const contact = made[kind]
      await wait(user, kind === 'mail' ? { pending_mail: contact } : { pending_phone: contact })
      const holder = () =>
        server.app.db
          .selectFrom('tickets')
          .select(['holder_id', 'epoch'])
          .where('id', '=', ticket.id)
          .executeTakeFirst()
      const code = await codeOf(user, kind, contact)
      await server.refusal(confirm(user, kind, another(code)))
      expect(await holder()).toEqual({ holder_id: userId, epoch: 1 })
      await confirm(user, kind, code)
      expect(await holder()).toEqual({ holder_id: user.id, epoch: 1 })
      expect((await server.call(getProfile, undefined, { as: user })).eventRoles).toEqual([
        { eventId: event.id, kind: 'RRPP' },
      ])
      expect(await row({ id: userId })).toMatchObject({ state: 'deleted', mail: null, phone: null })
      const body = { token: link, newPassword: 'una-clave-larga', acceptTerms: true as const }
      expect(await server.refusal(server.call(activateAccount, { body }))).toBe('activation_link_invalid')
      const acts = await server.app.db
        .selectFrom('audit_rows')
        .select(['action', 'actor_id'])
        .where('object_id', '=', userId)
        .where('action', '=', 'account.join_pending')
        .execute()
      expect(acts).toEqual([{ action: 'account.join_pending', actor_id: user.id }])
    },
  )

  test('what is given to the pending account at that moment comes along', async () => {
    const [user, giver] = [await server.given.user(), await server.given.user()]
    const made = { name: 'Como la agendaron', phone: newPhone(), mail: `agenda-${user.id}@previa.example` }
    const { userId } = await makePendingAccount(server.app, null, made)
    const type = await server.given.ticketType({ event: await server.given.event() })
    const ticket = await server.given.ticket({ type, holder: giver })
    await wait(user, { pending_phone: made.phone })
    const code = await codeOf(user, 'phone', made.phone)
    let proving: Promise<unknown> | undefined
    await inTransaction(server.app, async (app) => {
      const found = await makePendingAccount(app, null, made)
      expect(found).toEqual({ userId, isNew: false, isKnown: false })
      proving = confirm(user, 'phone', code)
      await Promise.race([untilBlocked(server.app.db), proving])
      await app.db.updateTable('tickets').set({ holder_id: found.userId }).where('id', '=', ticket.id).execute()
    })
    await proving
    const { holder_id: holder } = await server.app.db
      .selectFrom('tickets')
      .select('holder_id')
      .where('id', '=', ticket.id)
      .executeTakeFirstOrThrow()
    expect(holder).toBe(user.id)
    // And from now on those who name that phone mean its owner.
    expect((await makePendingAccount(server.app, null, made)).userId).toBe(user.id)
  })
})

test('joining an account finds its tickets by their index, however many there ever were', async () => {
  const [from, to] = [await server.given.user(), await server.given.user()]
  const join = ({ db }: App) => sql`select tickets_move_person(${from.id}::uuid, ${to.id}::uuid)`.execute(db)
  expect(await fullReads(server.app, join)).not.toContain('tickets')
})
