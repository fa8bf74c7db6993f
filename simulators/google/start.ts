/** The simulated Google: a certified OpenID provider on loopback, with a page to choose who one is. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider'
import { newToken } from '#server/shared/ids.ts'
import { accountOf, demoGoogleAccounts, type SimulatedAccount } from './accounts.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { chooserPage } from './page.ts'
import { createSigner, type Signer, type Twist } from './tokens.ts'

export interface StartOptions {
  /** 0 takes a free one. Listens on loopback alone. */
  readonly port: number
  /** Where browsers reach its pages, for example `http://localhost:3000/simulador/google`; absent is the server's own address. */
  readonly publicUrl?: string
  /** The one address that a sign-in may return to. */
  readonly redirectUri: string
  /** Shown on the page before the simulator's own. */
  readonly accounts?: readonly SimulatedAccount[]
}

export interface Started {
  /** The issuer; the server speaks with it here. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** The accounts to choose from; may grow. */
  readonly accounts: SimulatedAccount[]
  /** Makes the identity tokens of the code flow wrong from now on; null makes them right again. */
  twist(twist: Twist | null): void
  /** Shows these with its keys from now on, whatever they are. */
  addKeys(keys: readonly unknown[]): void
  /** An identity token as an application gets it by itself. */
  idToken(account: SimulatedAccount, twist?: Twist): Promise<string>
  stop(): Promise<void>
}

const CLIENT_ID = 'previa-demo.apps.googleusercontent.example'
const TOKEN_SECONDS = 3600
const BODY_LIMIT = 10_000

/** Starts it; settles once it answers. */
export async function start(options: StartOptions): Promise<Started> {
  const signer = await createSigner()
  const clientSecret = newToken()
  const accounts = [...(options.accounts ?? []), ...demoGoogleAccounts]
  let twisted: Twist | null = null
  let oddKeys: readonly unknown[] = []

  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const url = `http://127.0.0.1:${port}`
  const publicUrl = options.publicUrl ?? url
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '')

  const provider = new Provider(url, configuration({ ...options, signer, clientSecret, basePath, accounts }))
  provider.proxy = true
  provider.use(async (context, next) => {
    await next()
    const body: unknown = context.body
    if (!isRecord(body)) return
    // The server talks to it directly, the browser through the product's own port.
    if (context.path === '/.well-known/openid-configuration') body['authorization_endpoint'] = `${publicUrl}/auth`
    if (context.path === '/jwks' && Array.isArray(body['keys']))
      body['keys'] = [...oddKeys, ...(body['keys'] as unknown[])]
    if (context.path === '/token' && twisted && typeof body['id_token'] === 'string') {
      body['id_token'] = await signer.sign(claimsOf(body['id_token']), twisted)
    }
  })
  // A fault of the simulator itself: its own page says nothing of it.
  provider.on('server_error', (_context, error) => console.error(error))
  const answer = provider.callback()
  server.on('request', (request, response) => {
    // What comes through the product's port comes without the prefix that the browser sees.
    const isProxied = request.headers['x-forwarded-host'] !== undefined
    if (isProxied) Object.assign(request, { originalUrl: `${basePath}${request.url ?? ''}` })
    if (request.url?.startsWith('/interaction/')) void choose(provider, accounts, request, response)
    else void answer(request, response)
  })

  return {
    url,
    clientId: CLIENT_ID,
    clientSecret,
    accounts,
    twist: (twist) => void (twisted = twist),
    addKeys: (keys) => void (oddKeys = [...oddKeys, ...keys]),
    idToken(account, twist) {
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: url,
        aud: CLIENT_ID,
        azp: CLIENT_ID,
        iat: now,
        exp: now + TOKEN_SECONDS,
        ...profileOf(account),
      }
      return signer.sign(claims, twist)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

interface Making extends StartOptions {
  readonly signer: Signer
  readonly clientSecret: string
  readonly basePath: string
  readonly accounts: readonly SimulatedAccount[]
}

function configuration({ signer, clientSecret, basePath, accounts, redirectUri }: Making): Configuration {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        application_type: 'web',
      },
    ],
    jwks: signer.jwks,
    cookies: { keys: [newToken()] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    // As Google does: the mail and the name come in the identity token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, claimsParameter: { enabled: true } },
    ttl: { Session: 86_400, Interaction: 3600, Grant: 86_400, AccessToken: 3600, IdToken: TOKEN_SECONDS },
    interactions: { policy, url: (_context, interaction) => `${basePath}/interaction/${interaction.uid}` },
    findAccount(_context, subject) {
      const account = accounts.find((each) => each.subject === subject)
      return account ? { accountId: subject, claims: async () => profileOf(account) } : undefined
    },
    renderError(context, { error, error_description: description }) {
      context.type = 'text/plain; charset=utf-8'
      context.body = `El simulador de Google no puede seguir: ${error} ${description ?? ''}\n`
    },
    // Consent is given by choosing the account.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      grant.addOIDCClaims(['auth_time'])
      await grant.save()
      return grant
    },
  }
}

function profileOf({ subject, mail, name, isMailVerified, hostedDomain }: SimulatedAccount) {
  return { sub: subject, email: mail, email_verified: isMailVerified, name, ...(hostedDomain && { hd: hostedDomain }) }
}

/** Shows the page, and takes what was chosen on it. */
async function choose(
  provider: Provider,
  accounts: SimulatedAccount[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { prompt } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      response.writeHead(200, PAGE_HEADERS).end(chooserPage(accounts, prompt.name === 'login'))
      return
    }
    const form = new URLSearchParams(await bodyOf(request))
    const account = form.has('mail')
      ? accountOf(form.get('mail')?.trim().toLowerCase() ?? '', form.get('name')?.trim() ?? '')
      : accounts.find(({ subject }) => subject === form.get('account'))
    if (!account) {
      const denied = { error: 'access_denied', error_description: 'The person went back' }
      return await provider.interactionFinished(request, response, denied, { mergeWithLastSubmission: false })
    }
    // Remembered, as a browser's Google does.
    if (!accounts.some(({ subject }) => subject === account.subject)) accounts.push(account)
    await provider.interactionFinished(
      request,
      response,
      { select_account: {}, login: { accountId: account.subject, remember: true } },
      { mergeWithLastSubmission: false },
    )
  } catch (error) {
    // An interaction that is over, or of another browser.
    const text = error instanceof Error ? error.message : String(error)
    response.writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`Este ingreso ya no sirve: ${text}\n`)
  }
}

// The page runs no script; `form-action` stays open because browsers apply it to the redirect back too.
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // No encoding is set, so chunks are buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new Error('body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function claimsOf(token: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return isRecord(claims) ? claims : {}
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
