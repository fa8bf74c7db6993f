/** A browser that goes to the simulated Google and back, with its cookies, against a test's server. */
import { randomBytes } from 'node:crypto'
import { start, type Started } from '#simulators/google/start.ts'
import type { SimulatedAccount } from '#simulators/google/accounts.ts'
import { createTestApp, someAddress, type TestApp } from './app.ts'

const PUBLIC_URL = 'http://localhost:3000'

export interface GoogleTestApp {
  readonly server: TestApp
  readonly google: Started
  /** A person with a Google account and no other. */
  account(literal?: Partial<SimulatedAccount>): SimulatedAccount
  close(): Promise<void>
}

/** A test's server with its own Google. */
export async function createGoogleTestApp(): Promise<GoogleTestApp> {
  const accounts: SimulatedAccount[] = []
  const google = await start({ port: 0, redirectUri: `${PUBLIC_URL}/api/v1/auth/google/callback`, accounts })
  const { clientId, clientSecret, url: issuer } = google
  const server = await createTestApp({ config: { google: { clientId, clientSecret, issuer }, publicUrl: PUBLIC_URL } })
  return {
    server,
    google,
    account(literal = {}) {
      const id = randomBytes(6).toString('hex')
      const account = {
        subject: `1${BigInt(`0x${id}`)}`,
        mail: `persona.${id}@gmail.com`,
        name: 'Lucía Mansilla',
        isMailVerified: true,
        about: '',
        ...literal,
      }
      google.accounts.push(account)
      return account
    },
    async close() {
      await server.close()
      await google.stop()
    },
  }
}

/** One browser: what the product's cookie is to it, and its own device. */
export interface Browser {
  readonly device: string
  cookie: string | undefined
}

export function newBrowser(): Browser {
  return { device: `navegador-${randomBytes(8).toString('hex')}`, cookie: undefined }
}

interface Answered {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly location: string
}

/** Calls the product as this browser would. */
export async function ask(
  { server }: GoogleTestApp,
  browser: Browser,
  request: { method: 'GET' | 'POST'; url: string; body?: unknown; token?: string },
): Promise<Answered> {
  const response = await server.fastify.inject({
    method: request.method,
    url: request.url,
    remoteAddress: someAddress(),
    headers: {
      'x-device-id': browser.device,
      ...(browser.cookie ? { cookie: `otra=1; ${browser.cookie}` } : {}),
      ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
  })
  const given = response.headers['set-cookie']
  const cookie = Array.isArray(given) ? given[0] : given
  if (cookie) browser.cookie = cookie.includes('Max-Age=0') ? undefined : cookie.split(';')[0]
  const isJson = String(response.headers['content-type']).includes('json')
  return {
    status: response.statusCode,
    body: isJson ? response.json<Record<string, unknown>>() : {},
    location: response.headers.location ?? '',
  }
}

/** Asks the product where to go. */
export async function begin(app: GoogleTestApp, browser: Browser, query = '', token?: string): Promise<string> {
  const { body } = await ask(app, browser, {
    method: 'GET',
    url: `/api/v1/auth/google${query}`,
    ...(token && { token }),
  })
  return (body['data'] as { url: string }).url
}

/** Chooses an account at Google, or goes back; gives the address that Google returns the browser to. */
export async function choose(url: string, form: { account: string } | { cancel: '1' }): Promise<string> {
  const jar = new Map<string, string>()
  let address = url
  let body: URLSearchParams | undefined
  for (let hops = 0; hops < 8; hops += 1) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    body = undefined
    const location = response.headers.get('location')
    if (location?.startsWith(PUBLIC_URL)) return location.slice(PUBLIC_URL.length)
    if (location) address = new URL(location, address).href
    else if (response.ok) body = new URLSearchParams(form)
    else throw new Error(`Google answered ${response.status}: ${await response.text()}`)
  }
  throw new Error('Google never returned')
}

/** The fragment of the address that the callback sends the browser to. */
export async function comeBack(app: GoogleTestApp, browser: Browser, url: string): Promise<Record<string, string>> {
  const { status, location } = await ask(app, browser, { method: 'GET', url })
  if (status !== 303) throw new Error(`The callback answered ${status}`)
  return Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)))
}

/** The whole way up to the one-time code, or the error. */
export async function goThere(app: GoogleTestApp, browser: Browser, account: SimulatedAccount, query = '') {
  return comeBack(app, browser, await choose(await begin(app, browser, query), { account: account.subject }))
}

/** The exchange of the one-time code. */
export async function exchange(app: GoogleTestApp, browser: Browser, code: string | undefined): Promise<Answered> {
  return ask(app, browser, { method: 'POST', url: '/api/v1/auth/google/token', body: { code } })
}
