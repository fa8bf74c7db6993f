import { afterAll, beforeAll, expect, test } from 'vitest'
import { getGoogleValidation, signInWithGoogle } from '#contract/accounts/accounts-google.ts'
import { beginGoogleSignIn, getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { getProfile, personName } from '#contract/accounts/accounts.ts'
import { getMyTickets } from '#contract/sales/tickets.ts'
import { createTestApp } from '#server/testing/app.ts'
import {
  ask,
  begin,
  choose,
  comeBack,
  createGoogleTestApp,
  exchange,
  goThere,
  newBrowser,
  type GoogleTestApp,
} from '#server/testing/google-journey.ts'
import { hashToken } from '#server/shared/crypto.ts'
import { hashPassword } from '../password/password.ts'

const PASSWORD = 'una clave bien larga'
let app: GoogleTestApp
beforeAll(async () => {
  app = await createGoogleTestApp()
})
afterAll(() => app.close())

function rowOf(userId: string) {
  return app.server.app.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
}

test('a new person becomes a client without phone, and is the same person the next time', async () => {
  const account = app.account({ name: 'Tobías Arrieta' })
  const browser = newBrowser()
  const { code } = await goThere(app, browser, account)
  expect(browser.cookie).toBeDefined()
  const { status, body } = await exchange(app, browser, code)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Tobías Arrieta',
    mail: account.mail,
    phone: null,
    role: 'CLIENT',
    profileCompletion: { isComplete: false, missingFields: ['phone', 'birthDate'] },
  })
  expect(browser.cookie).toBeUndefined()
  expect((await rowOf(String(body['id']))).mail_proved_at).not.toBeNull()
  const as = String(body['token'])
  expect(await app.server.call(getProfile, undefined, { as })).toMatchObject({ id: body['id'] })
  expect(await app.server.call(getGoogleValidation, undefined, { as })).toMatchObject({
    isGoogleUser: true,
    hasPassword: false,
  })

  const again = newBrowser()
  const second = await exchange(app, again, (await goThere(app, again, account)).code)
  expect(second.body['id']).toBe(body['id'])
})

test('the key is the subject: a changed mail at Google is still the same person', async () => {
  const account = app.account()
  const browser = newBrowser()
  const first = await exchange(app, browser, (await goThere(app, browser, account)).code)
  const moved = { ...account, mail: `otra.${account.mail}` }
  const { id } = await app.server.call(signInWithGoogle, { body: { idToken: await app.google.idToken(moved) } })
  expect(id).toBe(first.body['id'])
})

test('the same first sign-in from two places at once makes one person', async () => {
  const account = app.account()
  const tokens = await Promise.all([1, 2, 3, 4].map((n) => app.google.idToken(account, { claims: { jti: String(n) } })))
  const answers = await Promise.all(tokens.map((idToken) => app.server.call(signInWithGoogle, { body: { idToken } })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
})

test('a mail that has an account asks for its password, once, and then both ways lead in', async () => {
  const account = app.account()
  const passwordHash = await hashPassword(app.server.app, PASSWORD)
  const owner = await app.server.given.user({ mail: account.mail, passwordHash })
  const browser = newBrowser()
  const needed = await exchange(app, browser, (await goThere(app, browser, account)).code)
  expect(needed).toMatchObject({ status: 409, body: { code: 'google_link_needed' } })
  const { linkToken, mail } = needed.body['details'] as { linkToken: string; mail: string }
  expect(mail).toBe('p***@gmail.com')

  const link = (password: string, by = browser) =>
    ask(app, by, { method: 'POST', url: '/api/v1/auth/google/link', body: { linkToken, password } })
  expect(await link('otra clave cualquiera')).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  expect(await link(PASSWORD, newBrowser())).toMatchObject({ status: 401, body: { code: 'google_token_invalid' } })
  expect(await link(PASSWORD)).toMatchObject({ status: 200, body: { id: owner.id } })
  expect(await link(PASSWORD)).toMatchObject({ status: 401, body: { code: 'google_token_invalid' } })

  const later = newBrowser()
  const entered = await exchange(app, later, (await goThere(app, later, account)).code)
  expect(entered).toMatchObject({ status: 200, body: { id: owner.id } })
  const rows = await app.server.app.db
    .selectFrom('audit_rows')
    .select('action')
    .where('object_id', '=', owner.id)
    .execute()
  expect(rows.map(({ action }) => action)).toContain('account.link_google')
  await app.server.drain()
  const messages = await app.server.app.db
    .selectFrom('dev_inbox')
    .selectAll()
    .where('recipient', '=', account.mail)
    .execute()
  expect(JSON.stringify(messages)).toContain('Ya podés ingresar con Google')
})

test('wrong passwords of a link are counted with those of the sign-in', async () => {
  const account = app.account()
  await app.server.given.user({ mail: account.mail, passwordHash: await hashPassword(app.server.app, PASSWORD) })
  const browser = newBrowser()
  const { body } = await exchange(app, browser, (await goThere(app, browser, account)).code)
  const { linkToken } = body['details'] as { linkToken: string }
  const statuses: number[] = []
  for (const password of ['a', 'b', 'c', 'd', 'e', PASSWORD]) {
    const url = '/api/v1/auth/google/link'
    statuses.push((await ask(app, browser, { method: 'POST', url, body: { linkToken, password } })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('an account without a password is never joined by its mail', async () => {
  const account = app.account()
  await app.server.given.user({ mail: account.mail })
  const browser = newBrowser()
  const { body } = await exchange(app, browser, (await goThere(app, browser, account)).code)
  const { linkToken } = body['details'] as { linkToken: string }
  const url = '/api/v1/auth/google/link'
  const linked = await ask(app, browser, { method: 'POST', url, body: { linkToken, password: PASSWORD } })
  expect(linked).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

test("a mail that was given to another of Google's accounts does not open the first one's", async () => {
  const account = app.account()
  const first = newBrowser()
  await exchange(app, first, (await goThere(app, first, account)).code)
  const heir = app.account({ mail: account.mail })
  const browser = newBrowser()
  expect(await exchange(app, browser, (await goThere(app, browser, heir)).code)).toMatchObject({ status: 409 })
})

test('what waits for a mailbox is taken by its holder, without the phone that another person gave', async () => {
  const account = app.account()
  const pending = await app.server.given.user({ mail: account.mail, state: 'pending' })
  const type = await app.server.given.ticketType({ event: await app.server.given.event() })
  const ticket = await app.server.given.ticket({ type, holder: pending })
  const browser = newBrowser()
  const { status, body } = await exchange(app, browser, (await goThere(app, browser, account)).code)
  expect(status).toBe(200)
  expect(body).toMatchObject({ phone: null, mail: account.mail, isMailProved: true })
  expect((await rowOf(pending.id)).state).toBe('deleted')
  const { tickets } = await app.server.call(getMyTickets, { query: {} }, { as: String(body['token']) })
  expect(tickets.map(({ id }) => id)).toEqual([ticket.id])
})

test('what waits for a mailbox stays where it is when Google does not run the mailbox itself', async () => {
  const account = app.account({ mail: `persona.${process.hrtime.bigint()}@correo.example` })
  const pending = await app.server.given.user({ mail: account.mail, state: 'pending' })
  const browser = newBrowser()
  const entered = await exchange(app, browser, (await goThere(app, browser, account)).code)
  expect(entered).toMatchObject({ status: 200, body: { mail: account.mail, isMailProved: false } })
  expect((await rowOf(pending.id)).state).toBe('pending')

  const other = await app.server.given.user({
    mail: `hospedada.${process.hrtime.bigint()}@correo.example`,
    state: 'pending',
  })
  const hosted = app.account({ mail: other.mail, hostedDomain: 'correo.example' })
  await app.server.call(signInWithGoogle, { body: { idToken: await app.google.idToken(hosted) } })
  expect((await rowOf(other.id)).state).toBe('deleted')
})

test('threat 31: an account that never proved the mail of a Google account does not lock its holder out', async () => {
  const account = app.account()
  const passwordHash = await hashPassword(app.server.app, PASSWORD)
  const squatter = await app.server.given.user({ mail: account.mail, proved: [], passwordHash })
  const browser = newBrowser()
  const needed = await exchange(app, browser, (await goThere(app, browser, account)).code)
  expect(needed).toMatchObject({ status: 409, body: { code: 'google_link_needed', details: { canBeginAnew: true } } })
  const { linkToken } = needed.body['details'] as { linkToken: string }
  const url = '/api/v1/auth/google/link'
  const begun = await ask(app, browser, { method: 'POST', url, body: { linkToken } })
  expect(begun).toMatchObject({ status: 200, body: { mail: account.mail, isMailProved: true } })
  expect(begun.body['id']).not.toBe(squatter.id)
  expect(await rowOf(squatter.id)).toMatchObject({ mail: null, state: 'active' })
})

test('«No es mía» from two tabs makes one account, and of several accounts with the mail it is said so', async () => {
  const account = app.account()
  const carriers = [
    await app.server.given.user({ mail: account.mail, proved: [] }),
    await app.server.given.user({ mail: account.mail, proved: [] }),
  ]
  const tabs = []
  for (const browser of [newBrowser(), newBrowser()]) {
    const needed = await exchange(app, browser, (await goThere(app, browser, account)).code)
    expect(needed.body['details']).toMatchObject({ canBeginAnew: true, isOneOfSeveral: true })
    tabs.push({ browser, linkToken: (needed.body['details'] as { linkToken: string }).linkToken })
  }
  const url = '/api/v1/auth/google/link'
  const [first, second] = await Promise.all(
    tabs.map(({ browser, linkToken }) => ask(app, browser, { method: 'POST', url, body: { linkToken } })),
  )
  expect(new Set([first?.status, second?.status])).toEqual(new Set([200, 401]))
  expect([first, second].find((answer) => answer?.status === 401)?.body['code']).toBe('google_token_invalid')
  for (const { id } of carriers) expect(await rowOf(id)).toMatchObject({ mail: null, state: 'active' })
})

test('an account that proved its mail is not gone round', async () => {
  const account = app.account()
  await app.server.given.user({ mail: account.mail })
  const browser = newBrowser()
  const needed = await exchange(app, browser, (await goThere(app, browser, account)).code)
  const { linkToken, canBeginAnew } = needed.body['details'] as { linkToken: string; canBeginAnew: boolean }
  expect(canBeginAnew).toBe(false)
  const url = '/api/v1/auth/google/link'
  const begun = await ask(app, browser, { method: 'POST', url, body: { linkToken } })
  expect(begun).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

test('a blocked account stays outside', async () => {
  const account = app.account()
  const idToken = await app.google.idToken(account)
  const { id } = await app.server.call(signInWithGoogle, { body: { idToken } })
  await app.server.app.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', id).execute()
  const browser = newBrowser()
  expect(await exchange(app, browser, (await goThere(app, browser, account)).code)).toMatchObject({
    status: 403,
    body: { code: 'account_blocked' },
  })
})

test('a person with a deleted account starts again with the same Google account', async () => {
  const account = app.account()
  const tokens = await Promise.all(['1', '2'].map((jti) => app.google.idToken(account, { claims: { jti } })))
  const enter = (idToken = '') => app.server.call(signInWithGoogle, { body: { idToken } })
  const { id } = await enter(tokens[0])
  await app.server.app.db.updateTable('users').set({ state: 'deleted' }).where('id', '=', id).execute()
  const again = await enter(tokens[1])
  expect(again.id).not.toBe(id)
  expect(again.mail).toBe(account.mail)
})

test('an unverified mail is refused by both ways', async () => {
  const account = app.account({ isMailVerified: false })
  expect(await goThere(app, newBrowser(), account)).toEqual({ error: 'google_email_unverified' })
  const refused = app.server.call(signInWithGoogle, { body: { idToken: await app.google.idToken(account) } })
  await expect(refused).rejects.toMatchObject({
    status: 403,
    body: { code: 'google_email_unverified', message: 'El email de Google no está verificado' },
  })
})

test("going back at Google is reported, and the caller's own state comes back with it", async () => {
  const browser = newBrowser()
  const url = await begin(app, browser, '?state=mi%20carrito')
  expect(await comeBack(app, browser, await choose(url, { cancel: '1' }))).toEqual({
    error: 'google_cancelled',
    state: 'mi carrito',
  })
})

test('without a client the feature is off, and says so', async () => {
  const off = await createTestApp()
  expect(await off.call(getSignInOptions)).toMatchObject({ google: false })
  expect(await app.server.call(getSignInOptions)).toEqual({ google: true, whatsapp: true })
  expect(await off.refusal(off.call(beginGoogleSignIn, { query: {} }))).toBe('google_off')
  expect(await off.refusal(off.call(signInWithGoogle, { body: { idToken: 'a.b.c' } }))).toBe('google_off')
  await off.close()
})

test('a token that was kept for a while does not count as a sign-in of this moment', async () => {
  const account = app.account()
  const now = Math.floor(Date.now() / 1000)
  const enter = async (secondsOld: number) => {
    const claims = { iat: now - secondsOld, auth_time: now - secondsOld - 10 }
    const idToken = await app.google.idToken(account, { claims })
    const { data } = await app.server.call(signInWithGoogle, { body: { idToken } })
    const session = app.server.app.db
      .selectFrom('sessions')
      .select('confirmed_at')
      .where('token_hash', '=', hashToken(data.token))
    return (await session.executeTakeFirstOrThrow()).confirmed_at !== null
  }
  expect(await enter(0)).toBe(true)
  expect(await enter(50 * 60)).toBe(false)
})

test.each(['😀', 'X', '\u200b\u200b', 'Ana\u0000Bel', '', 'a'.repeat(500)])(
  'a person with the name %j at Google enters all the same',
  async (name) => {
    const account = app.account({ name })
    const { name: kept } = await app.server.call(signInWithGoogle, {
      body: { idToken: await app.google.idToken(account) },
    })
    expect(personName.safeParse(kept).success).toBe(true)
  },
)
