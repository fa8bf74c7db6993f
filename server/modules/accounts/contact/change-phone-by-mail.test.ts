/** Where nothing leaves by WhatsApp a phone is changed with a code that goes to the proved mail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getProfile, login, register } from '#contract/accounts/accounts.ts'
import { confirmContactCode, requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { cancelContactChange, updateProfile } from '#contract/accounts/accounts-profile.ts'
import type { Whatsapp } from '#server/adapters/whatsapp/port.ts'
import { createWhatsappOff } from '#server/adapters/whatsapp/whatsapp-off.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createIdentityApp, PASSWORD, type IdentityApp } from '#server/testing/identity-app.ts'
import { findPerson } from './queries.ts'

let it: IdentityApp
let inbox: Whatsapp
beforeAll(async () => {
  it = await createIdentityApp()
  inbox = it.server.app.vendors.whatsapp
  switchOff()
})
afterAll(() => it.server.close())

const switchOff = () => Object.assign(it.server.app.vendors, { whatsapp: createWhatsappOff() })
const switchOn = () => Object.assign(it.server.app.vendors, { whatsapp: inbox })

type Person = { token: string }
const wants = (as: Person, phone: string) =>
  it.server.call(updateProfile, { body: { phone: phone.replace('+', '') } }, { as })
const ask = (as: Person, kind: 'mail' | 'phone' = 'phone') =>
  it.server.call(requestContactCode, { body: { kind } }, { as })
const confirm = (as: Person, code: string, kind: 'mail' | 'phone' = 'phone') =>
  it.server.call(confirmContactCode, { body: { kind, code } }, { as })
const profile = (as: Person) => it.server.call(getProfile, undefined, { as })
const newPerson = (proved: readonly ('mail' | 'phone')[] = ['mail']) =>
  it.server.given.user({ ...it.contacts(), proved, passwordHash: it.passwordHash })

/** The person, who wants another phone, and the code that came to their mail. */
async function changing(phone: string, proved: readonly ('mail' | 'phone')[] = ['mail']) {
  const person = await newPerson(proved)
  await wants(person, phone)
  await ask(person)
  return { person, code: await it.codeAt(person.mail) }
}

test('the browser learns whether WhatsApp is available', async () => {
  expect(await it.server.call(getSignInOptions)).toMatchObject({ whatsapp: false })
})

test.each([[['mail']], [['mail', 'phone']]] as const)(
  'who proved %s changes the phone by a code to the mail; the new one signs in and is unproved',
  async (proved) => {
    const { phone } = it.contacts()
    const person = await newPerson(proved)
    expect((await wants(person, phone)).user).toMatchObject({ phone: person.phone, pendingPhone: phone })
    const answer = await ask(person)
    expect(answer).toMatchObject({ kind: 'phone', sentTo: expect.stringMatching(/^d\*\*\*@/) })
    const code = await it.codeAt(person.mail)
    expect((await it.messagesTo(person.mail)).at(-1)?.body).toContain('cambiás el teléfono')
    expect(await confirm(person, code)).toMatchObject({ message: 'Tu teléfono quedó cambiado' })
    const after = await profile(person)
    expect(after).toMatchObject({ phone, pendingPhone: null, isPhoneProved: false, isMailProved: true })
    expect((await it.enter(phone)).id).toBe(person.id)
    expect(await it.server.refusal(it.enter(person.phone))).toBe('wrong_credentials')
    // It is not proved: it names no person.
    expect(await findPerson(it.server.app, { phone, mail: null })).toBeUndefined()
    await it.server.drain()
    expect((await it.messagesTo(person.mail)).at(-1)?.subject).toBe('El teléfono de tu cuenta cambió')
  },
)

test('it asks for the password again, before a try is counted', async () => {
  const person = await newPerson()
  const { phone } = it.contacts()
  await wants(person, phone)
  await it.server.advance({ minutes: 16 })
  await ask(person)
  const code = await it.codeAt(person.mail)
  expect(await it.server.refusal(confirm(person, code))).toBe('step_up_required')
  expect(await profile(person)).toMatchObject({ phone: person.phone, pendingPhone: phone })
})

test('a code for one purpose is worth nothing for another', async () => {
  const { person, code } = await changing(it.contacts().phone)
  // The mail is proved already: its code and that of the phone's change exist at the same time.
  expect(await it.server.refusal(confirm(person, code, 'mail'))).toBe('code_expired')
  await ask(person, 'mail')
  const mailCode = await it.codeAt(person.mail)
  if (mailCode !== code) expect(await it.server.refusal(confirm(person, mailCode))).toBe('wrong_code')
  await confirm(person, mailCode, 'mail')
  await confirm(person, code)
})

test('a code for one phone is worth nothing for another, nor once the change was taken back, nor to another mail', async () => {
  const { person, code } = await changing(it.contacts().phone)
  await wants(person, it.contacts().phone)
  expect(await it.server.refusal(confirm(person, code))).toBe('code_expired')
  const other = await changing(it.contacts().phone)
  await it.server.call(cancelContactChange, { params: { kind: 'phone' } }, { as: other.person })
  expect(await it.server.refusal(confirm(other.person, other.code))).toBe('code_expired')
  const moved = await changing(it.contacts().phone)
  const { mail } = it.contacts()
  await it.server.app.db.updateTable('users').set({ mail }).where('id', '=', moved.person.id).execute()
  expect(await it.server.refusal(confirm(moved.person, moved.code))).toBe('code_expired')
})

test('once WhatsApp is back the phone itself is asked for, and the code by mail is worth nothing', async () => {
  const { person, code } = await changing(it.contacts().phone)
  switchOn()
  expect(await it.server.refusal(confirm(person, code))).toBe('code_expired')
  switchOff()
  await confirm(person, code)
})

test('a person without a proved mail must prove one first; the present phone cannot be proved at all', async () => {
  for (const proved of [[], ['phone']] as const) {
    const person = await newPerson(proved)
    expect(await it.server.refusal(ask(person))).toBe('whatsapp_off')
    await wants(person, it.contacts().phone)
    expect(await it.server.refusal(ask(person))).toBe('mail_proof_needed')
  }
})

test('the phone of an account that proved nothing is taken from it; of one that proved its mail it is refused', async () => {
  const held = it.contacts().phone
  const squatter = await it.squat({ phone: held })
  const { person, code } = await changing(held)
  await confirm(person, code)
  expect(await profile(person)).toMatchObject({ phone: held })
  expect(await profile(squatter)).toMatchObject({ phone: null, takenContacts: ['phone'] })
  // As registration says it, and at once.
  const other = await newPerson()
  expect(await it.server.refusal(wants(other, held))).toBe('phone_taken')
  const { mail } = it.contacts()
  const body = { name: 'Otra Persona', phone: held, mail, password: PASSWORD, birthDate: '1990-01-01' }
  expect(await it.server.refusal(it.server.call(register, { body }))).toBe('phone_taken')
})

test('two who want the same phone at the same moment: one signs in with it', async () => {
  const { phone } = it.contacts()
  const both = [await changing(phone), await changing(phone)]
  const outcomes = await Promise.allSettled(both.map(({ person, code }) => confirm(person, code)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const rows = await it.server.app.db.selectFrom('users').select('id').where('phone', '=', phone).execute()
  expect(rows).toHaveLength(1)
})

test('a session that was just ended elsewhere changes nothing', async () => {
  const { person, code } = await changing(it.contacts().phone)
  await profile(person)
  const ended_at = it.server.app.clock.now()
  await it.server.app.db.updateTable('sessions').set({ ended_at }).where('user_id', '=', person.id).execute()
  await expect(confirm(person, code)).rejects.toMatchObject({ status: 401 })
  const signedIn: GivenUser = person
  expect((await it.server.call(login, { body: { phone: signedIn.phone, password: PASSWORD } })).id).toBe(person.id)
})
