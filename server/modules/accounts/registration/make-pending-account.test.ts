import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { activateAccount, renewActivation } from '#contract/accounts/accounts-credentials.ts'
import { inTransaction } from '#server/context.ts'
import { makePendingAccount } from '#server/modules/accounts/registration/make-pending-account.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { linkAt } from '#server/testing/read-inbox.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

let people = 0
const newPerson = () => {
  people += 1
  return { name: 'Milena Sosa', phone: `341 555 ${2000 + people}`, mail: `Milena-${people}@Previa.Example` }
}
const messagesTo = async (recipients: readonly string[]) =>
  server.app.db.selectFrom('dev_inbox').selectAll().where('recipient', 'in', recipients).execute()
const stateOf = async (id: string) =>
  server.app.db
    .selectFrom('users')
    .select(['state', 'phone', 'mail', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('an unknown person gets a pending account and its link by mail and WhatsApp', async () => {
  const person = newPerson()
  const { userId, isNew } = await makePendingAccount(server.app, null, person)
  expect(isNew).toBe(true)
  const mail = person.mail.toLowerCase()
  const phone = `+549${person.phone.replaceAll(' ', '')}`
  expect(await stateOf(userId)).toEqual({ state: 'pending', phone, mail, password_hash: null })
  await server.drain()
  const messages = await messagesTo([mail, phone])
  expect(messages.map(({ channel }) => channel).sort()).toEqual(['mail', 'whatsapp'])
  expect(messages.find(({ channel }) => channel === 'mail')?.body).toMatch(/\/activate-account#token=[\w-]{43}/)
})

test('a person who is known by phone, or else by mail, is found and not written to', async () => {
  const person = newPerson()
  const known = await server.given.user({ phone: `+549${person.phone.replaceAll(' ', '')}`, state: 'active' })
  expect(await makePendingAccount(server.app, null, person)).toMatchObject({ userId: known.id, isNew: false })
  const byMail = { ...newPerson(), mail: known.mail.toUpperCase() }
  expect(await makePendingAccount(server.app, null, byMail)).toMatchObject({ userId: known.id, isNew: false })
  await server.drain()
  expect(await messagesTo([known.mail, known.phone])).toEqual([])
})

test('both spellings of a mail with ñ are one account', async () => {
  const { userId } = await makePendingAccount(server.app, null, { ...newPerson(), mail: 'Hola@Peña.com.ar' })
  expect(await stateOf(userId)).toMatchObject({ mail: 'hola@xn--pea-8ma.com.ar' })
  const known = await server.given.user({ mail: 'sol@xn--pea-8ma.com.ar' })
  const named = { ...newPerson(), mail: 'Sol@peña.com.ar' }
  expect(await makePendingAccount(server.app, null, named)).toMatchObject({ userId: known.id, isNew: false })
})

test('the phone says more than the mail', async () => {
  const [byPhone, byMail] = [await server.given.user(), await server.given.user()]
  const found = await makePendingAccount(server.app, null, { name: 'Alguien', phone: byPhone.phone, mail: byMail.mail })
  expect(found.userId).toBe(byPhone.id)
})

test('twenty people who name the same person at once make one account', async () => {
  const person = newPerson()
  const made = await Promise.all(Array.from({ length: 20 }, () => makePendingAccount(server.app, null, person)))
  expect(new Set(made.map(({ userId }) => userId)).size).toBe(1)
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1)
})

test('without a mail only WhatsApp carries the link', async () => {
  const { userId } = await makePendingAccount(server.app, null, { ...newPerson(), mail: null })
  await server.drain()
  const links = await server.app.db
    .selectFrom('account_links')
    .select('channel')
    .where('user_id', '=', userId)
    .execute()
  expect(links).toEqual([{ channel: 'whatsapp' }])
})

test('nothing stays when the transaction around it fails', async () => {
  const person = newPerson()
  const failing = inTransaction(server.app, async (app) => {
    await makePendingAccount(app, null, person)
    throw new Error('the transfer failed')
  })
  await expect(failing).rejects.toThrow('the transfer failed')
  expect(await server.drain()).toBe(0)
  expect((await makePendingAccount(server.app, null, person)).isNew).toBe(true)
})

test('a phone that cannot be one is refused', async () => {
  await expect(makePendingAccount(server.app, null, { ...newPerson(), phone: '12' })).rejects.toMatchObject({
    code: 'invalid_phone',
  })
})

test('threat 27: one phone named with ever new mails gets three links in an hour; each account waits all the same', async () => {
  const { phone } = newPerson()
  const made = []
  for (let n = 0; n < 5; n += 1) made.push(await makePendingAccount(server.app, null, { ...newPerson(), phone }))
  expect(made.every(({ isNew }) => isNew)).toBe(true)
  await server.drain()
  expect(await messagesTo([`+549${phone.replaceAll(' ', '')}`])).toHaveLength(3)
})

test('threat 27: registrations with each of them do not send more; the holder of a link still gets another by it', async () => {
  const { phone } = newPerson()
  const own = `+549${phone.replaceAll(' ', '')}`
  const named = [newPerson(), newPerson()].map((person) => ({ ...person, phone }))
  for (const person of named) await makePendingAccount(server.app, null, person)
  for (const { name, mail } of [...named, ...named]) {
    const body = { name, mail, phone, password: 'una-clave-larga', birthDate: '1995-04-12' }
    expect(await server.refusal(server.call(register, { body }))).toBe('activation_sent')
  }
  await server.drain()
  expect(await messagesTo([own])).toHaveLength(3)
  const token = (await linkAt(server, own, 'activation')) ?? ''
  await server.call(renewActivation, { body: { token } })
  await server.drain()
  expect(await messagesTo([own])).toHaveLength(4)
  const last = (await linkAt(server, own, 'activation')) ?? ''
  const body = { token: last, newPassword: 'una-clave-larga', acceptTerms: true as const }
  expect(await server.call(activateAccount, { body })).toMatchObject({ status: 'success' })
})
