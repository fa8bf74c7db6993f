import { afterAll, beforeAll, expect, test } from 'vitest'
import { login, register } from '#contract/accounts/accounts.ts'
import { activateAccount, renewActivation, requestPasswordReset } from '#contract/accounts/accounts-credentials.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { makePendingAccount } from './make-pending-account.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const newPassword = 'una-clave-larga'
let people = 0
/** A person with a pending account; their links have arrived. */
async function pending() {
  people += 1
  const person = {
    name: 'Milena Sosa',
    phone: `+54934155520${String(people).padStart(2, '0')}`,
    mail: `m${people}@previa.example`,
  }
  const { userId } = await makePendingAccount(server.app, null, person)
  await server.drain()
  return { ...person, userId }
}
type Pending = Awaited<ReturnType<typeof pending>>

const messagesTo = (recipient: string) =>
  server.app.db.selectFrom('dev_inbox').select('body').where('recipient', '=', recipient).orderBy('at').execute()
const lastToken = async (recipient: string) => {
  const token = /[\w-]{43}/.exec((await messagesTo(recipient)).at(-1)?.body ?? '')?.[0]
  if (!token) throw new Error(`no link arrived at ${recipient}`)
  return token
}
const activate = (token: string, acceptTerms: boolean = true) =>
  server.call(activateAccount, { body: { token, newPassword, acceptTerms: acceptTerms as true } })
const row = ({ userId }: Pending) =>
  server.app.db
    .selectFrom('users')
    .select(['state', 'mail_proved_at', 'phone_proved_at', 'terms_accepted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

test.each(['mail', 'phone'] as const)('the link that came by %s activates the account and proves it', async (way) => {
  const person = await pending()
  const { session: entered } = await activate(await lastToken(person[way]))
  const after = await row(person)
  expect(after.state).toBe('active')
  expect(after.terms_accepted_at).not.toBeNull()
  expect([after.mail_proved_at !== null, after.phone_proved_at !== null]).toEqual([way === 'mail', way === 'phone'])
  if (way === 'mail') {
    // The giver may have mistyped the phone: they are in, to give theirs, and its owner is not kept out.
    expect(entered).toMatchObject({ id: person.userId, role: 'CLIENT', phone: null })
    const body = { name: 'Quien Lo Tiene', mail: `otra-${person.mail}`, phone: person.phone, password: newPassword }
    await server.call(register, { body: { ...body, birthDate: '1990-01-01' } })
  }
  const session = await server.call(login, { body: { phone: person.phone, password: newPassword } })
  expect(session.id === person.userId).toBe(way === 'phone')
})

test('naming an own mail with the phone of another person gives no way into the account', async () => {
  const person = await pending()
  await activate(await lastToken(person.phone))
  const before = (await messagesTo(person.mail)).length
  await server.call(requestPasswordReset, { body: { email: person.mail } })
  await server.drain()
  expect(await messagesTo(person.mail)).toHaveLength(before)
  // It waits for its code, as every claimed mail.
  const session = await server.call(login, { body: { phone: person.phone, password: newPassword } })
  expect(session).toMatchObject({ mail: null, pendingMail: person.mail, isPhoneProved: true })
})

test('without accepting the terms nothing happens', async () => {
  const person = await pending()
  await expect(activate(await lastToken(person.mail), false)).rejects.toMatchObject({
    status: 400,
    body: { details: [expect.objectContaining({ path: ['acceptTerms'] })] },
  })
  expect((await row(person)).state).toBe('pending')
})

test('it works once, and of both links one', async () => {
  const person = await pending()
  const [byMail, byPhone] = [await lastToken(person.mail), await lastToken(person.phone)]
  const uses = await Promise.allSettled(
    Array.from({ length: 10 }, (_, use) => activate(use % 2 === 0 ? byMail : byPhone)),
  )
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(activate(byMail)).rejects.toMatchObject({
    status: 400,
    body: { message: 'Token inválido o expirado. Solicita un nuevo enlace de activación' },
  })
})

test('a token that never was is not found', async () => {
  await expect(activate('A'.repeat(43))).rejects.toMatchObject({
    status: 404,
    body: { message: 'Token no encontrado. Verifica el enlace de activación' },
  })
})

test('after 72 hours it is too late, and the old link asks for a new one', async () => {
  const person = await pending()
  const old = await lastToken(person.mail)
  await server.advance({ hours: 72, seconds: 1 })
  expect(await server.refusal(activate(old))).toBe('activation_link_invalid')
  const known = await server.call(renewActivation, { body: { token: old } })
  const unknown = await server.call(renewActivation, { body: { token: 'B'.repeat(43) } })
  expect(known).toEqual(unknown)
  await server.drain()
  expect(await messagesTo(person.phone)).toHaveLength(1)
  await activate(await lastToken(person.mail))
})

test('new links: three an hour, and none for an active account', async () => {
  const person = await pending()
  const old = await lastToken(person.mail)
  for (let request = 0; request < 5; request += 1) await server.call(renewActivation, { body: { token: old } })
  await server.drain()
  expect(await messagesTo(person.mail)).toHaveLength(4)
  await activate(await lastToken(person.mail))
  await server.advance({ hours: 1, seconds: 1 })
  await server.call(renewActivation, { body: { token: old } })
  await server.drain()
  expect(await messagesTo(person.mail)).toHaveLength(4)
})

test.each([['phone'], ['phone', 'mail']] as const)(
  'registering with its %s %s sends the link again and opens nothing',
  async (...same) => {
    const person = await pending()
    const old = await lastToken(person.phone)
    people += 1
    const other = { phone: `+54934155521${String(people).padStart(2, '0')}`, mail: `otra${people}@previa.example` }
    const body = {
      name: 'Quien sea',
      password: 'la-del-que-registra',
      birthDate: '1995-04-12',
      ...other,
      ...Object.fromEntries(same.map((kind) => [kind, person[kind]])),
    }
    await expect(server.call(register, { body })).rejects.toMatchObject({
      status: 409,
      body: { code: 'activation_sent', message: expect.stringContaining('enlace para activarla') },
    })
    await server.drain()
    expect(await server.refusal(activate(old))).toBe('activation_link_invalid')
    // To a mail that did not register it goes only once.
    expect(await messagesTo(person.mail)).toHaveLength(same.length)
    await activate(await lastToken(person.phone))
    const login1 = server.call(login, { body: { phone: person.phone, password: body.password } })
    expect(await server.refusal(login1)).toBe('wrong_credentials')
  },
)

test('a mail written for another person does not block its registration, and is proved by its code', async () => {
  const person = await pending()
  const body = { name: 'La de verdad', password: newPassword, birthDate: '1995-04-12', mail: person.mail }
  const session = await server.call(register, { body: { ...body, phone: `+5493415559${String(800 + people)}` } })
  expect(session).toMatchObject({ mail: person.mail, isMailProved: false })
  expect((await row(person)).state).toBe('pending')
})
