/** Threat 31: the proof of a contact decides its owner, and what happens to accounts that only gave it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProfile, phoneCodeNeeded, register } from '#contract/accounts/accounts.ts'
import {
  confirmContactCode,
  confirmPasswordReset,
  requestContactCode,
  requestPasswordReset,
} from '#contract/accounts/accounts-credentials.ts'
import { searchByPhone } from '#contract/accounts/people.ts'
import { maskPhone } from '#contract/values/phone.ts'
import { transferTicket } from '#contract/sales/tickets.ts'
import { createTestApp, type Refused, type TestApp } from '#server/testing/app.ts'
import { queueTicketDeliveries } from '#server/modules/notifications/queue-ticket-deliveries.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createIdentityApp, PASSWORD, type IdentityApp } from '#server/testing/identity-app.ts'
import { register as registerPerson } from '../registration/register.ts'

let it: IdentityApp
beforeAll(async () => {
  it = await createIdentityApp()
})
afterAll(() => it.server.close())

describe('registering with a phone that an unproved account signs in with', () => {
  const body = (own: { phone: string; mail: string }) => ({
    ...it.named(own),
    password: PASSWORD,
    birthDate: '1995-04-12',
  })
  const headers = { 'x-device-id': 'aparato-de-josefina' }

  test('asks its code; then it is theirs, and the other is notified, enters by a link and gives another', async () => {
    const own = it.contacts()
    const squatter = await it.squat({ phone: own.phone })
    const kept = await it.server.given.ticket({ type: it.type, holder: squatter })
    const asked = await it.server.call(register, { body: body(own) }, { headers }).catch((error: unknown) => error)
    expect(asked).toMatchObject({ status: 409, body: { code: 'phone_code_needed' } })
    const { kind, sentTo } = phoneCodeNeeded.parse((asked as Refused).body.details)
    expect([kind, sentTo]).toEqual(['phone', maskPhone(own.phone)])
    const code = await it.codeAt(own.phone)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const again = (code: string, device = headers) =>
      it.server.call(register, { body: { ...body(own), code } }, { headers: device })
    expect(await it.server.refusal(again(wrong))).toBe('wrong_code')
    // Of another device it is nothing.
    expect(await it.server.refusal(again(code, { 'x-device-id': 'otro-aparato' }))).toBe('code_expired')
    const owner = await again(code)
    expect(owner).toMatchObject({ phone: own.phone, isPhoneProved: true, isMailProved: false })
    expect(await it.server.refusal(again(code, { 'x-device-id': 'un-tercero' }))).toBe('code_expired')

    expect(await it.server.refusal(it.enter(own.phone, 'no-es-esta'))).toBe('wrong_credentials')
    expect((await it.enter(own.phone)).id).toBe(owner.id)
    await it.server.drain()
    expect((await it.messagesTo(squatter.mail)).map(({ subject }) => subject)).toEqual([
      'Tu cuenta necesita otro teléfono',
    ])
    await it.server.advance({ hours: 71 })
    const link = { token: await it.resetAt(squatter.mail), newPassword: 'otra-clave-larga' }
    const { session } = await it.server.call(confirmPasswordReset, { body: link })
    expect(session).toMatchObject({ id: squatter.id, phone: null, takenContacts: ['phone'], isMailProved: true })
    expect(await it.ticketsOf(session ?? { token: '' })).toEqual([kept.id])
  })

  test('where nothing leaves by WhatsApp the mail does in its place, but not against a mail that was proved', async () => {
    const whatsapp = { ...it.server.app.vendors.whatsapp, isOn: false }
    const off = { ...it.server.app, vendors: { ...it.server.app.vendors, whatsapp } }
    const origin = { requestId: 'r', ip: '198.18.0.1', device: 'sin-whatsapp' }
    const own = it.contacts()
    const input = { ...body(own), acceptsAdvertising: true }
    const squatter = await it.squat({ phone: own.phone })
    await expect(registerPerson(off, input, undefined, origin)).rejects.toMatchObject({
      code: 'phone_code_needed',
      details: { kind: 'mail' },
    })
    const code = await it.codeAt(own.mail)
    const owner = await registerPerson(off, { ...input, code }, undefined, origin)
    expect(owner).toMatchObject({ phone: own.phone, isPhoneProved: false, isMailProved: true })
    expect(await it.server.call(getProfile, undefined, { as: squatter })).toMatchObject({ phone: null })
    const another = { ...input, mail: `otra-${own.mail}` }
    await expect(registerPerson(off, another, undefined, origin)).rejects.toMatchObject({ code: 'phone_taken' })
  })

  test('a right code counts also when the holder gave the phone up meanwhile', async () => {
    const own = it.contacts()
    const squatter = await it.squat({ phone: own.phone })
    const device = { headers: { 'x-device-id': 'aparato-de-la-duena' } }
    await it.server.refusal(it.server.call(register, { body: body(own) }, device))
    const code = await it.codeAt(own.phone)
    await it.server.app.db.updateTable('users').set({ phone: null }).where('id', '=', squatter.id).execute()
    const owner = await it.server.call(register, { body: { ...body(own), code } }, device)
    expect(owner).toMatchObject({ phone: own.phone, isPhoneProved: true })
  })

  test('its owner who forgot it and proves both in another account still enters it by the mail', async () => {
    const whatsapp = { ...it.server.app.vendors.whatsapp, isOn: false }
    const off = { ...it.server.app, vendors: { ...it.server.app.vendors, whatsapp } }
    const origin = { requestId: 'r', ip: '198.18.0.2', device: 'se-olvido' }
    const own = it.contacts()
    const input = { ...body(own), acceptsAdvertising: true }
    const first = await registerPerson(off, input, undefined, origin)
    const bought = await it.server.given.ticket({ type: it.type, holder: first })
    await expect(registerPerson(off, input, undefined, origin)).rejects.toMatchObject({ code: 'phone_code_needed' })
    const code = await it.codeAt(own.mail)
    const second = await registerPerson(off, { ...input, code }, undefined, origin)
    expect(second.id).not.toBe(first.id)
    const link = { token: await it.resetAt(own.mail), newPassword: 'otra-clave-larga' }
    const { session } = await it.server.call(confirmPasswordReset, { body: link })
    expect(session).toMatchObject({ id: first.id, phone: null, isMailProved: false })
    expect(await it.ticketsOf(session ?? { token: '' })).toEqual([bought.id])
    // The other keeps what it proved.
    expect(await it.enter(own.phone)).toMatchObject({ id: second.id, mail: own.mail, isMailProved: true })
  })

  test('five tries, ten minutes, and so many codes to a phone that no device keeps its owner from one', async () => {
    const own = it.contacts()
    await it.squat({ phone: own.phone })
    const ask = (device: string, code?: string) =>
      it.server.refusal(
        it.server.call(
          register,
          { body: { ...body(own), ...(code && { code }) } },
          { headers: { 'x-device-id': device } },
        ),
      )
    await ask('el-que-adivina')
    const code = await it.codeAt(own.phone)
    await it.server.advance({ minutes: 10, seconds: 1 })
    expect(await ask('el-que-adivina', code)).toBe('code_expired')
    // Two of its own, and the three that strangers have together in an hour.
    for (let n = 0; n < 4; n += 1) expect(await ask('el-que-adivina')).toBe('phone_code_needed')
    expect(await ask('el-que-adivina')).toBe('too_many_requests')
    await it.server.drain()
    expect(await it.messagesTo(own.phone)).toHaveLength(5)
    const registered = { body: { ...body(own), code: '' } }
    expect(await ask('aparato-de-la-duena')).toBe('phone_code_needed')
    registered.body.code = await it.codeAt(own.phone)
    const owner = await it.server.call(register, registered, { headers: { 'x-device-id': 'aparato-de-la-duena' } })
    expect(owner).toMatchObject({ phone: own.phone, isPhoneProved: true })
  })
})

describe('threat 31: a reset', () => {
  const reset = async (mail: string, newPassword = 'otra-clave-larga') => {
    await it.server.call(requestPasswordReset, { body: { email: mail } })
    return it.server.call(confirmPasswordReset, { body: { token: await it.resetAt(mail), newPassword } })
  }

  test.each([[[]], [['phone']]] as const)(
    'ends deliveries to the phone of the previous owner (who proved %j); it stays a name to sign in with',
    async (proved) => {
      const own = it.contacts()
      const squatter = await it.server.given.user({ mail: own.mail, proved, passwordHash: it.passwordHash })
      await reset(own.mail)
      expect(await it.server.refusal(it.ticketsOf(squatter).then(() => undefined))).toBe('session_expired')
      const owner = await it.enter(squatter.phone, 'otra-clave-larga')
      expect(owner).toMatchObject({ id: squatter.id, isMailProved: true, isPhoneProved: false })
      const ticket = await it.giveTo(it.named(own))
      await it.deliver()
      expect(await it.ticketsOf(owner)).toEqual([ticket.id])
      expect((await it.messagesTo(squatter.phone)).filter(({ body }) => /entrada/i.test(body))).toEqual([])
      // Control: the mail, which was proved, has it.
      expect((await it.messagesTo(own.mail)).some(({ subject }) => subject?.includes('te pasó una entrada para'))).toBe(
        true,
      )
      // That phone finds no person.
      const look = it.server.call(
        searchByPhone,
        { query: { phone: squatter.phone } },
        { as: await it.server.given.user() },
      )
      expect(await it.server.refusal(look)).toBe('person_not_found')
    },
  )

  test('of an unproved mail of several accounts goes to each in one mail, which names them by phone; squatters hide no account', async () => {
    const { mail } = it.contacts()
    const carriers: GivenUser[] = []
    for (let n = 0; n < 8; n += 1) carriers.push(await it.squat({ mail }))
    await it.server.call(requestPasswordReset, { body: { email: mail } })
    await it.server.drain()
    const mails = await it.messagesTo(mail)
    expect(mails).toHaveLength(1)
    const { body } = mails[0] ?? { body: '' }
    for (const [index, carrier] of carriers.entries()) {
      expect(body, `the link of account ${index}`).toContain(maskPhone(carrier.phone))
      expect(body).not.toContain(carrier.phone)
    }
    const tokens = new Set([...body.matchAll(/#token=([\w-]{43})/g)].map(([, token = '']) => token))
    expect(tokens.size).toBe(carriers.length)
    const [other = '', token = ''] = tokens
    await it.server.call(confirmPasswordReset, { body: { token, newPassword: PASSWORD } })
    // A link to a mail that is proved by now opens nothing.
    expect(
      await it.server.refusal(it.server.call(confirmPasswordReset, { body: { token: other, newPassword: PASSWORD } })),
    ).toBe('reset_link_invalid')
  })
})

describe('threat 31: a person who proves a contact', () => {
  test.each(['phone', 'mail'] as const)('a %s takes it from its writer, with what waits for it', async (kind) => {
    const own = it.contacts()
    const squatter = await it.squat({ [kind]: own[kind] })
    const ticket = await it.giveTo(it.named(own))
    const owner = await it.server.given.user({ proved: [] })
    await it.server.app.db
      .updateTable('users')
      .set(kind === 'mail' ? { pending_mail: own.mail } : { pending_phone: own.phone })
      .where('id', '=', owner.id)
      .execute()
    await it.prove(owner, kind, own[kind])
    expect(await it.ticketsOf(owner)).toEqual([ticket.id])
    expect(await it.server.call(getProfile, undefined, { as: squatter })).toMatchObject({
      [kind]: null,
      takenContacts: [kind],
    })
    await it.server.drain()
    const messages = await it.messagesTo(kind === 'phone' ? squatter.mail : squatter.phone)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.body).not.toContain(own[kind])
  })

  test('threat 27: losing contacts fills no mailbox or phone of a person who never proved it', async () => {
    const victim = it.contacts()
    for (let n = 0; n < 13; n += 1) {
      const { phone } = it.contacts()
      await it.squat({ phone, mail: victim.mail })
      const takes = await it.server.given.user({ proved: [] })
      await it.server.app.db.updateTable('users').set({ pending_phone: phone }).where('id', '=', takes.id).execute()
      await it.prove(takes, 'phone', phone)
      await it.server.drain()
    }
    expect(await it.messagesTo(victim.mail)).toHaveLength(10)
  })

  /** Two people with the same phone pending, who it.type their codes at the same moment. */
  async function race(twin: TestApp, confirm: (as: GivenUser, code: string) => Promise<unknown>) {
    const { phone } = it.contacts()
    const both = [await twin.given.user(), await twin.given.user()]
    const codes: string[] = []
    for (const each of both) {
      await twin.app.db.updateTable('users').set({ pending_phone: phone }).where('id', '=', each.id).execute()
      await twin.call(requestContactCode, { body: { kind: 'phone' } }, { as: each })
      await twin.drain()
      const rows = await twin.app.db
        .selectFrom('dev_inbox')
        .select('body')
        .where('recipient', '=', phone)
        .orderBy('at')
        .execute()
      codes.push(/(?<![\d+])\d{6}(?!\d)/.exec(rows.at(-1)?.body ?? '')?.[0] ?? '')
    }
    await Promise.allSettled(both.map((each, index) => confirm(each, codes[index] ?? '')))
    const owners = await twin.app.db
      .selectFrom('users')
      .select('id')
      .where('phone', '=', phone)
      .where('phone_proved_at', 'is not', null)
      .execute()
    return owners.length
  }

  test('at the same moment as another is one of the two', async () => {
    const confirm = (as: GivenUser, code: string) =>
      it.server.call(confirmContactCode, { body: { kind: 'phone', code } }, { as })
    for (let n = 0; n < 5; n += 1) expect(await race(it.server, confirm)).toBe(1)
  })

  test('control: checked first and written after, without the index, both have it', async () => {
    const twin = await createTestApp()
    await twin.app.db.schema.dropIndex('users_phone').execute()
    let waiting = 0
    let together: () => void = () => undefined
    const both = new Promise<void>((resolve) => (together = resolve))
    const naive = async (as: GivenUser) => {
      const { pending_phone: phone } = await twin.app.db
        .selectFrom('users')
        .select('pending_phone')
        .where('id', '=', as.id)
        .executeTakeFirstOrThrow()
      const taken = await twin.app.db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
      waiting += 1
      if (waiting === 2) together()
      await both
      if (taken) return
      await twin.app.db
        .updateTable('users')
        .set({ phone, phone_proved_at: twin.clock.now() })
        .where('id', '=', as.id)
        .execute()
    }
    expect(await race(twin, naive)).toBe(2)
    await twin.close()
  })
})

describe('deliveries of tickets', () => {
  test('go to what their holder proved; before any proof only what they bought goes where they said', async () => {
    const bought = async (proved: ('mail' | 'phone')[], giver?: GivenUser) => {
      const holder = await it.server.given.user({ proved })
      const ticket = await it.server.given.ticket({ type: it.type, holder: giver ?? holder })
      if (giver) {
        const input = { params: { id: ticket.id }, body: { toUserId: holder.id } }
        await it.server.call(transferTicket, input, { as: giver })
      } else {
        await queueTicketDeliveries(it.server.app, [[{ ticketId: ticket.id, epoch: 1 }]])
      }
      await it.deliver()
      return [(await it.messagesTo(holder.mail)).length, (await it.messagesTo(holder.phone)).length]
    }
    expect(await bought(['mail', 'phone'])).toEqual([1, 1])
    expect(await bought(['mail'])).toEqual([1, 0])
    expect(await bought(['phone'])).toEqual([0, 1])
    expect(await bought([])).toEqual([1, 1])
    // A gift to an account that proved nothing is seen in that account only.
    expect(await bought([], await it.server.given.user())).toEqual([0, 0])
  })
})
