import { afterAll, beforeAll, expect, test } from 'vitest'
import { start, type Started } from './start.ts'

let google: Started
beforeAll(async () => {
  google = await start({
    port: 0,
    publicUrl: 'http://localhost:3999/simulador/google',
    redirectUri: 'http://localhost:3999/api/v1/auth/google/callback',
  })
})
afterAll(() => google.stop())

test('sends browsers to the public address and answers the server at its own', async () => {
  const response = await fetch(`${google.url}/.well-known/openid-configuration`)
  expect(await response.json()).toMatchObject({
    issuer: google.url,
    authorization_endpoint: 'http://localhost:3999/simulador/google/auth',
    token_endpoint: `${google.url}/token`,
  })
})

test('through the product it keeps every address and cookie under its prefix', async () => {
  const query = new URLSearchParams({
    client_id: google.clientId,
    redirect_uri: 'http://localhost:3999/api/v1/auth/google/callback',
    response_type: 'code',
    scope: 'openid email profile',
    prompt: 'select_account',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  })
  const response = await fetch(`${google.url}/auth?${query}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-host': 'localhost:3999' },
  })
  expect(response.headers.get('location')).toMatch(/^\/simulador\/google\/interaction\//)
  const paths = response.headers.getSetCookie().map((cookie) => /path=([^;]+)/i.exec(cookie)?.[1])
  expect(paths).not.toHaveLength(0)
  for (const path of paths) expect(path).toMatch(/^\/simulador\/google\/(interaction|auth)\//)
})
