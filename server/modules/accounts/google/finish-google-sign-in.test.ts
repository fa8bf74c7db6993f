/** Attacks on the way to Google and back (threats 4 and 17, rule R5.9), against a real provider. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signInWithGoogle } from '#contract/accounts/accounts-google.ts'
import type { Twist } from '#simulators/google/tokens.ts'
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
import { hashPassword } from '../password/password.ts'

let app: GoogleTestApp
beforeAll(async () => {
  app = await createGoogleTestApp()
})
afterEach(() => app.google.twist(null))
afterAll(() => app.close())

const INVALID = { error: 'google_state_invalid' }

async function returned(browser = newBrowser(), account = app.account()) {
  return { browser, url: await choose(await begin(app, browser), { account: account.subject }) }
}

describe('the state', () => {
  test('works once', async () => {
    const { browser, url } = await returned()
    expect(await comeBack(app, browser, url)).toHaveProperty('code')
    expect(await comeBack(app, browser, url)).toEqual(INVALID)
  })

  test("is worth nothing in another browser, and the owner's way stays open", async () => {
    const { browser, url } = await returned()
    const other = newBrowser()
    expect(await comeBack(app, other, url)).toEqual(INVALID)
    await begin(app, other)
    expect(await comeBack(app, other, url)).toEqual(INVALID)
    expect(await comeBack(app, browser, url)).toHaveProperty('code')
  })

  test('is needed, and one of ours', async () => {
    const { browser, url } = await returned()
    const address = new URL(url, 'http://localhost')
    address.searchParams.delete('state')
    expect(await comeBack(app, browser, address.pathname + address.search)).toEqual(INVALID)
    address.searchParams.set('state', 'A'.repeat(43))
    expect(await comeBack(app, browser, address.pathname + address.search)).toEqual(INVALID)
  })

  test('expires after ten minutes', async () => {
    const { browser, url } = await returned()
    await app.server.advance({ minutes: 10, seconds: 1 })
    expect(await comeBack(app, browser, url)).toEqual(INVALID)
  })

  test("does not carry another sign-in's code: PKCE binds it", async () => {
    const attacker = await returned()
    const victim = await returned()
    const mixed = new URL(victim.url, 'http://localhost')
    mixed.searchParams.set('code', new URL(attacker.url, 'http://localhost').searchParams.get('code') ?? '')
    expect(await comeBack(app, victim.browser, mixed.pathname + mixed.search)).toEqual({
      error: 'google_token_invalid',
    })
  })

  test('is never readable in the database', async () => {
    const browser = newBrowser()
    const state = new URL(await begin(app, browser)).searchParams.get('state') ?? ''
    const rows = await app.server.app.db.selectFrom('google_steps').selectAll().execute()
    const text = rows.map((row) => [row.hash.toString(), row.browser_hash?.toString(), row.sealed].join(' ')).join(' ')
    expect(text).not.toContain(state)
    expect(text).not.toContain(browser.cookie?.split('=')[1])
  })
})

describe('the one-time code', () => {
  test('works once, for two minutes, in the browser that began', async () => {
    const browser = newBrowser()
    const { code } = await goThere(app, browser, app.account())
    const refused = { status: 401, body: { code: 'google_token_invalid', message: 'Token de Google inválido' } }
    expect(await exchange(app, newBrowser(), code)).toMatchObject(refused)
    const other = newBrowser()
    await begin(app, other)
    expect(await exchange(app, other, code)).toMatchObject(refused)
    const { cookie } = browser
    expect(await exchange(app, browser, code)).toMatchObject({ status: 200 })
    expect(await exchange(app, { ...browser, cookie }, code)).toMatchObject(refused)

    const late = newBrowser()
    const { code: lateCode } = await goThere(app, late, app.account())
    await app.server.advance({ minutes: 2, seconds: 1 })
    expect(await exchange(app, late, lateCode)).toMatchObject(refused)
  })

  test('of twenty exchanges at once one gets the session', async () => {
    const browser = newBrowser()
    const { code } = await goThere(app, browser, app.account())
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(app, { ...browser }, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('travels after # and without a token', async () => {
    const { browser, url } = await returned()
    const { location } = await ask(app, browser, { method: 'GET', url })
    expect(location).toMatch(/^http:\/\/localhost:3000\/login\/success#code=[\w-]{43}$/)
  })
})

test('a key of an odd shape among those of Google refuses no sign-in', async () => {
  // Its keys are read once, so this one has not read them yet.
  const fresh = await createGoogleTestApp()
  fresh.google.addKeys([null, [], 'key', {}])
  const browser = newBrowser()
  const { code } = await goThere(fresh, browser, fresh.account())
  expect(await exchange(fresh, browser, code)).toMatchObject({ status: 200 })
  await fresh.close()
})

const now = () => Math.floor(Date.now() / 1000)
const forgeries: readonly (readonly [string, () => Twist])[] = [
  ['another audience', () => ({ claims: { aud: 'otra-app.apps.googleusercontent.com' } })],
  ['several audiences', () => ({ claims: { aud: [app.google.clientId, 'otra-app'], azp: 'otra-app' } })],
  ['another authorized party', () => ({ claims: { azp: 'otra-app' } })],
  ['another issuer', () => ({ claims: { iss: 'https://accounts.google.com.example' } })],
  ['an expired token', () => ({ claims: { iat: now() - 7200, exp: now() - 3600 } })],
  ['no expiry', () => ({ claims: { exp: undefined } })],
  ['no subject', () => ({ claims: { sub: undefined } })],
  ['no mail', () => ({ claims: { email: undefined } })],
  ['no signature (alg none)', () => ({ signature: 'none' })],
  ['the public key as an HMAC secret (HS256)', () => ({ signature: 'HS256' })],
  ["a stranger's key under the right name", () => ({ signature: 'stranger' })],
]

describe.each(forgeries)('%s', (_name, twist) => {
  test('is refused on the way back', async () => {
    app.google.twist(twist())
    expect(await goThere(app, newBrowser(), app.account())).toEqual({ error: 'google_token_invalid' })
  })

  test('is refused by POST /login/google', async () => {
    const idToken = await app.google.idToken(app.account(), twist())
    await expect(app.server.call(signInWithGoogle, { body: { idToken } })).rejects.toMatchObject({
      status: 401,
      body: { code: 'google_token_invalid', message: 'Token de Google inválido' },
    })
  })
})

test.each([
  ['another nonce', { nonce: 'otro' }],
  ['no nonce', { nonce: undefined }],
])('%s is refused on the way back', async (_name, claims) => {
  app.google.twist({ claims })
  expect(await goThere(app, newBrowser(), app.account())).toEqual({ error: 'google_token_invalid' })
})

test.each(['', 'x', 'a.b.c', `${'a'.repeat(4000)}.b.c`])('what is no token at all is refused', async (idToken) => {
  const refused = app.server.call(signInWithGoogle, { body: { idToken } })
  await expect(refused).rejects.toMatchObject({ status: idToken === '' ? 400 : 401 })
})

test('an identity token opens one session and no second, also with its signature spelled otherwise', async () => {
  const idToken = await app.google.idToken(app.account())
  await app.server.call(signInWithGoogle, { body: { idToken } })
  expect(await app.server.refusal(app.server.call(signInWithGoogle, { body: { idToken } }))).toBe(
    'google_token_invalid',
  )
  const padded = app.server.call(signInWithGoogle, { body: { idToken: `${idToken}=` } })
  expect(await app.server.refusal(padded)).toBe('google_token_invalid')
})

test('the way there and back looks alike for known and unknown people', async () => {
  const known = app.account()
  const first = newBrowser()
  await exchange(app, first, (await goThere(app, first, known)).code)
  const owner = app.account()
  await app.server.given.user({
    mail: owner.mail,
    passwordHash: await hashPassword(app.server.app, 'otra clave larga'),
  })
  const shapes = await Promise.all(
    [known, owner, app.account()].map(async (account) => {
      const browser = newBrowser()
      const { status, location } = await ask(app, browser, {
        method: 'GET',
        url: await choose(await begin(app, browser), { account: account.subject }),
      })
      return { status, location: location.replace(/code=[\w-]{43}/, 'code=…') }
    }),
  )
  expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
})

describe('step-up by a fresh sign-in', () => {
  async function signedIn() {
    const account = app.account()
    const browser = newBrowser()
    const { body } = await exchange(app, browser, (await goThere(app, browser, account)).code)
    return { account, browser, token: String(body['token']), id: String(body['id']) }
  }
  const confirm = (browser: ReturnType<typeof newBrowser>, token: string, code: string | undefined) =>
    ask(app, browser, { method: 'POST', url: '/api/v1/auth/google/confirm', body: { code }, token })

  test('confirms the session that asked', async () => {
    const { account, browser, token } = await signedIn()
    await app.server.advance({ minutes: 16 })
    const url = await begin(app, browser, '?purpose=confirm', token)
    expect(new URL(url).searchParams.get('max_age')).toBe('0')
    const news = await comeBack(app, browser, await choose(url, { account: account.subject }))
    expect(news).toEqual({ confirm: expect.any(String), purpose: 'confirm' })
    const { cookie } = browser
    expect(await confirm(browser, token, news['confirm'])).toMatchObject({ status: 200 })
    expect(await confirm({ ...browser, cookie }, token, news['confirm'])).toMatchObject({ status: 401 })
  })

  test('is refused with a sign-in of yesterday, with none reported, and with another Google account', async () => {
    const { account, browser, token } = await signedIn()
    const other = app.account()
    for (const claims of [{ auth_time: now() - 86_400 }, { auth_time: undefined }]) {
      app.google.twist({ claims })
      const url = await choose(await begin(app, browser, '?purpose=confirm', token), { account: account.subject })
      expect(await comeBack(app, browser, url)).toMatchObject({ error: 'google_token_invalid' })
    }
    app.google.twist(null)
    const url = await choose(await begin(app, browser, '?purpose=confirm', token), { account: other.subject })
    expect(await comeBack(app, browser, url)).toMatchObject({ error: 'google_other_account' })
  })

  test("another person's session cannot use the code, and it opens no session either", async () => {
    const one = await signedIn()
    const two = await signedIn()
    const url = await choose(await begin(app, one.browser, '?purpose=confirm', one.token), {
      account: one.account.subject,
    })
    const { confirm: code } = await comeBack(app, one.browser, url)
    expect(await exchange(app, one.browser, code)).toMatchObject({ status: 401 })
    expect(await confirm(one.browser, two.token, code)).toMatchObject({ status: 401 })
  })

  test('needs a session to begin', async () => {
    expect(await ask(app, newBrowser(), { method: 'GET', url: '/api/v1/auth/google?purpose=confirm' })).toMatchObject({
      status: 401,
    })
  })
})
