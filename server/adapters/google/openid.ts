/**
 * Sign-in with Google by OpenID Connect: authorization code, PKCE, state and nonce. The libraries are loaded by the first
 * sign-in, not by the start.
 */
import type { Configuration } from 'openid-client'
import { mailSpelling } from '#contract/accounts/accounts.ts'
import { count } from '#server/shared/counts.ts'
import { GoogleUnavailable, type Google, type GoogleIdentity, type GoogleRefusal } from './port.ts'

export interface GoogleOptions {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  /** Where people open the product; Google returns them below it. */
  readonly publicUrl: string
}

const TIMEOUT_SECONDS = 8
/** How old a sign-in may be that was asked to be fresh: the way back and a slow network. */
const FRESH_SECONDS = 300
/** Google's documentation names its issuer both ways. */
const GOOGLE_ISSUERS = ['https://accounts.google.com', 'accounts.google.com']

type Claims = Readonly<Record<string, unknown>>

export function createGoogle(options: GoogleOptions): Google {
  const redirectUri = `${options.publicUrl}/api/v1/auth/google/callback`
  const discovered = onceItWorks(() => discover(options))
  const jwks = onceItWorks(async () => {
    const [jose, config] = await Promise.all([import('jose'), discovered()])
    return jose.createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''), {
      timeoutDuration: TIMEOUT_SECONDS * 1000,
      [jose.customFetch]: async (url, request) => withReadableKeys(await fetch(url, request)),
    })
  })

  return {
    isConfigured: true,

    async authorizationUrl({ state, nonce, codeVerifier, isFresh }) {
      const [{ buildAuthorizationUrl, calculatePKCECodeChallenge }, config] = await Promise.all([
        import('openid-client'),
        discovered(),
      ])
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Google sends the time of the sign-in only when this asks for it.
        claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
        ...(isFresh ? { prompt: 'login', max_age: '0' } : { prompt: 'select_account' }),
      }).href
    },

    async exchange(returned, checks) {
      const [{ authorizationCodeGrant }, config] = await Promise.all([import('openid-client'), discovered()])
      const address = new URL(redirectUri)
      for (const [name, value] of Object.entries(returned))
        if (value !== undefined) address.searchParams.set(name, value)
      try {
        const tokens = await authorizationCodeGrant(config, address, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.codeVerifier,
          idTokenExpected: true,
          ...(checks.isFresh ? { maxAge: FRESH_SECONDS } : {}),
        })
        return identityOf(tokens.claims() ?? {}, options.clientId)
      } catch (error) {
        return refusalOf(error)
      }
    },

    async verifyIdToken(idToken) {
      const [{ jwtVerify, errors }, keys] = await Promise.all([import('jose'), jwks()])
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          issuer: GOOGLE_ISSUERS.includes(options.issuer) ? GOOGLE_ISSUERS : options.issuer,
          audience: options.clientId,
          algorithms: ['RS256'],
          requiredClaims: ['sub', 'exp', 'iat'],
        })
        return identityOf(payload, options.clientId)
      } catch (error) {
        if (error instanceof errors.JWKSTimeout) throw new GoogleUnavailable('no keys', { cause: error })
        if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return { refused: error.code }
        throw new GoogleUnavailable('no keys', { cause: error })
      }
    },
  }
}

/** Reads the provider's own description, and holds it to what Google promises: RS256, verified by its published keys. */
async function discover({ issuer, clientId, clientSecret }: GoogleOptions): Promise<Configuration> {
  const openid = await import('openid-client')
  // Only an address of this machine is spoken to in the clear.
  const isLocal = new URL(issuer).hostname === '127.0.0.1'
  try {
    const config = await openid.discovery(
      new URL(issuer),
      clientId,
      { id_token_signed_response_alg: 'RS256' },
      openid.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        // Without the second, a token that came straight from the provider is believed unread.
        execute: [...(isLocal ? [openid.allowInsecureRequests] : []), openid.enableNonRepudiationChecks],
      },
    )
    config[openid.customFetch] = async (url, request) => {
      const response = await fetch(url, request as RequestInit) // what `fetch` itself takes
      return url === config.serverMetadata().jwks_uri ? withReadableKeys(response) : response
    }
    return config
  } catch (error) {
    throw new GoogleUnavailable('discovery', { cause: error })
  }
}

/** Leaves out of a set of keys what is no key: the libraries refuse a whole set for one of them, and no sign-in would work. */
async function withReadableKeys(response: Response): Promise<Response> {
  const set: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const keys: unknown = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : null
  if (response.status !== 200 || !Array.isArray(keys)) return response
  const readable = keys.filter((key) => typeof key === 'object' && key !== null && 'kty' in key)
  if (readable.length < keys.length) count('unreadable_records', { of: 'google_key' }, keys.length - readable.length)
  return Response.json({ keys: readable })
}

/** The libraries have verified signature, issuer, audience and age. */
function identityOf(claims: Claims, clientId: string): GoogleIdentity | GoogleRefusal {
  const { aud: audiences, azp, sub, email, email_verified: isVerified, hd, name, auth_time: signedInAt, iat } = claims
  // For several audiences, or asked for by another, it was not made for us alone (OpenID Connect Core §3.1.3.7).
  const aud: unknown = Array.isArray(audiences) && audiences.length === 1 ? audiences[0] : audiences
  if (typeof aud !== 'string' || (azp !== undefined && azp !== null && azp !== clientId))
    return { refused: 'meant for another' }
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return { refused: 'no subject' }
  if (typeof email !== 'string' || !/^[^@\s]+@[^@\s]+$/.test(email) || email.length > 254) return { refused: 'no mail' }
  if (typeof iat !== 'number') return { refused: 'no time' }
  const mail = mailSpelling(email)
  return {
    subject: sub,
    mail,
    isMailVerified: isVerified === true,
    isMailGoogles: isVerified === true && (mail.endsWith('@gmail.com') || typeof hd === 'string'),
    name: typeof name === 'string' ? name.trim() : '',
    issuedAt: iat,
    // Both times are the provider's own.
    signedInSecondsAgo: typeof signedInAt === 'number' ? iat - signedInAt : null,
  }
}

/** What the provider answered is a refusal; that it did not answer is not. */
function refusalOf(error: unknown): GoogleRefusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isUnreachable =
    error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
  if (isUnreachable || !(error instanceof Error)) throw new GoogleUnavailable('exchange', { cause: error })
  return { refused: code || error.name }
}

/** Keeps the first result; a failure is not kept, so that the next caller tries again. */
function onceItWorks<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
