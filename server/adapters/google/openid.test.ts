import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type Started } from '#simulators/google/start.ts'
import { createGoogle } from './openid.ts'
import { GoogleUnavailable } from './port.ts'

const publicUrl = 'http://localhost:3000'
const redirectUri = `${publicUrl}/api/v1/auth/google/callback`
const checks = { state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43), isFresh: false }

let google: Started
beforeAll(async () => {
  google = await start({ port: 0, redirectUri })
})
afterAll(() => google.stop())

const adapter = (issuer = google.url) =>
  createGoogle({ issuer, clientId: google.clientId, clientSecret: google.clientSecret, publicUrl })

test('asks for a code with PKCE, state and nonce, and never with a secret', async () => {
  const address = new URL(await adapter().authorizationUrl(checks))
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
  expect(address.href).not.toContain(checks.codeVerifier)
  expect(address.href).not.toContain(google.clientSecret)
  const fresh = new URL(await adapter().authorizationUrl({ ...checks, isFresh: true }))
  expect(fresh.searchParams.get('max_age')).toBe('0')
})

test('an unknown code is a refusal', async () => {
  const returned = { code: 'inventado', state: checks.state, iss: google.url }
  expect(await adapter().exchange(returned, checks)).toHaveProperty('refused')
})

test('a state that is not the one we sent is a refusal, before anything is asked', async () => {
  const returned = { code: 'inventado', state: 'otro', iss: google.url }
  expect(await adapter().exchange(returned, checks)).toHaveProperty('refused')
})

test('a Google that does not answer is no refusal, and is asked again the next time', async () => {
  const moment = await start({ port: 0, redirectUri })
  const port = Number(new URL(moment.url).port)
  const account = google.accounts[0]
  if (!account) throw new Error('The simulator has no accounts')
  await moment.stop()
  const away = adapter(moment.url)
  await expect(away.authorizationUrl(checks)).rejects.toBeInstanceOf(GoogleUnavailable)
  await expect(away.verifyIdToken(await moment.idToken(account))).rejects.toBeInstanceOf(GoogleUnavailable)
  const back = await start({ port, redirectUri })
  expect(await away.authorizationUrl(checks)).toContain(`${moment.url}/auth`)
  expect(await away.verifyIdToken(await back.idToken(account))).toMatchObject({
    subject: account.subject,
    mail: account.mail,
    isMailVerified: true,
    isMailGoogles: true,
    signedInSecondsAgo: null,
  })
  // It goes away between the description and the exchange.
  await back.stop()
  const returned = { code: 'uno', state: checks.state, iss: moment.url }
  await expect(away.exchange(returned, checks)).rejects.toBeInstanceOf(GoogleUnavailable)
})

test('a key of an odd shape among those of Google refuses no sign-in, and what a token does not say is not said', async () => {
  const account = google.accounts[0]
  if (!account) throw new Error('The simulator has no accounts')
  google.addKeys([null, [], 'key', {}, { kty: 7 }])
  const ways = adapter()
  const identity = { subject: account.subject, mail: account.mail }
  expect(await ways.verifyIdToken(await google.idToken(account))).toMatchObject(identity)
  const odd = { azp: null, aud: [google.clientId], name: [], hd: {}, auth_time: 'hoy' }
  expect(await ways.verifyIdToken(await google.idToken(account, { claims: odd }))).toMatchObject({
    ...identity,
    name: '',
    signedInSecondsAgo: null,
  })
})

test('a mail is spelled as ours are, whatever letters and case Google writes it in', async () => {
  const account = { subject: '7', mail: 'Hola@Peña.com.ar', name: 'Peña', isMailVerified: true, about: '' }
  const identity = await adapter().verifyIdToken(await google.idToken(account))
  expect(identity).toMatchObject({ mail: 'hola@xn--pea-8ma.com.ar', isMailGoogles: false })
})
