import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, type Started } from '#simulators/mercado-pago/start.ts'
import { createMercadoPago } from './mercado-pago.ts'
import type { Payments } from './port.ts'

const clock = movableClock('2026-11-21T12:00:00Z')
const redirectUri = 'http://localhost:3000/api/v1/payment-account/callback'
let simulator: Started
let payments: Payments

beforeAll(async () => {
  simulator = await start({ port: 0, clock, isAutomatic: false, application: { redirectUris: [redirectUri] } })
  await simulator.control.addSeller({
    userId: '111',
    nickname: 'La Noche',
    accessToken: 'APP_USR-noche',
    refreshToken: 'TG-noche',
  })
  payments = createMercadoPago({
    baseUrl: simulator.url,
    authUrl: simulator.authUrl,
    retryDelayMs: 1,
    ...simulator.application,
  })
})
afterAll(() => simulator.stop())

function pkce() {
  const codeVerifier = randomBytes(32).toString('base64url')
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') }
}

/** What a browser does: opens the page, presses a button, is sent back. */
async function authorize(codeChallenge: string, answer: 'approve' | 'deny' = 'approve'): Promise<URL> {
  const url = new URL(payments.authorizationUrl({ state: 'one-time', codeChallenge, redirectUri }))
  const page = await fetch(url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('La Noche')
  const form = new URLSearchParams(url.searchParams)
  form.set('user_id', '111')
  form.set('answer', answer)
  const sent = await fetch(simulator.authUrl, { method: 'POST', body: form, redirect: 'manual' })
  expect(sent.status).toBe(303)
  return new URL(sent.headers.get('location') ?? '')
}

async function codeOf(codeChallenge: string): Promise<string> {
  return (await authorize(codeChallenge)).searchParams.get('code') ?? ''
}

test('the whole way: link, agreement, code, tokens that work', async () => {
  const { codeVerifier, codeChallenge } = pkce()
  const back = await authorize(codeChallenge)
  expect(back.href.startsWith(`${redirectUri}?`)).toBe(true)
  expect(back.searchParams.get('state')).toBe('one-time')
  const grant = await payments.exchangeCode({ code: back.searchParams.get('code') ?? '', codeVerifier, redirectUri })
  expect(grant).toMatchObject({ state: 'granted', collectorId: '111', expiresInSeconds: 15_552_000, liveMode: true })
  if (grant.state !== 'granted') return
  await expect(payments.fetchAccount(grant.accessToken)).resolves.toEqual({
    collectorId: '111',
    nickname: 'La Noche',
    mail: 'la.noche@vendedor.example',
  })
})

test('a seller who says no comes back with the refusal and his state', async () => {
  const back = await authorize(pkce().codeChallenge, 'deny')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'one-time' })
  expect(back.searchParams.has('code')).toBe(false)
})

test('a code works once, for its verifier, its address, and ten minutes', async () => {
  const { codeVerifier, codeChallenge } = pkce()
  const refused = { state: 'refused', reason: 'invalid_grant' }
  const used = await codeOf(codeChallenge)
  await expect(payments.exchangeCode({ code: used, codeVerifier, redirectUri })).resolves.toMatchObject({
    state: 'granted',
  })
  await expect(payments.exchangeCode({ code: used, codeVerifier, redirectUri })).resolves.toEqual(refused)
  const stolen = await codeOf(codeChallenge)
  await expect(
    payments.exchangeCode({ code: stolen, codeVerifier: pkce().codeVerifier, redirectUri }),
  ).resolves.toEqual(refused)
  const moved = await codeOf(codeChallenge)
  await expect(payments.exchangeCode({ code: moved, codeVerifier, redirectUri: `${redirectUri}/` })).resolves.toEqual(
    refused,
  )
  const late = await codeOf(codeChallenge)
  clock.advance(600_001)
  await expect(payments.exchangeCode({ code: late, codeVerifier, redirectUri })).resolves.toEqual(refused)
})

test('the refresh token rotates: the one before is dead', async () => {
  const first = await payments.refreshToken('TG-noche')
  expect(first).toMatchObject({ state: 'granted', collectorId: '111' })
  await expect(payments.refreshToken('TG-noche')).resolves.toEqual({ state: 'refused', reason: 'invalid_grant' })
  if (first.state !== 'granted') return
  await expect(payments.refreshToken(first.refreshToken)).resolves.toMatchObject({ state: 'granted' })
})

test('a wrong application is refused, and an unknown return address is never visited', async () => {
  const stranger = createMercadoPago({
    baseUrl: simulator.url,
    authUrl: simulator.authUrl,
    ...simulator.application,
    clientSecret: 'no',
  })
  await expect(stranger.refreshToken('TG-noche')).resolves.toEqual({ state: 'refused', reason: 'invalid_client' })
  const url = payments.authorizationUrl({
    state: 's',
    codeChallenge: pkce().codeChallenge,
    redirectUri: 'http://evil.example/',
  })
  const page = await fetch(url, { redirect: 'manual' })
  expect(page.status).toBe(400)
})

test('revoked by the seller: nothing of his works any more', async () => {
  await simulator.control.addSeller({
    userId: '444',
    nickname: 'Se va',
    accessToken: 'APP_USR-va',
    refreshToken: 'TG-va',
  })
  await simulator.control.revokeSeller('444')
  await expect(payments.fetchAccount('APP_USR-va')).resolves.toBeNull()
  await expect(payments.refreshToken('TG-va')).resolves.toEqual({ state: 'refused', reason: 'invalid_grant' })
})

test('asking for tokens sends no bearer token', async () => {
  const lines = simulator.control.requests.filter((line) => line.path === '/oauth/token')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.every((line) => line.userId === null)).toBe(true)
})
