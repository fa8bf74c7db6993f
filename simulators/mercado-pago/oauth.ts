/** OAuth: a seller authorizes the application (authorization code with PKCE), tokens are exchanged, rotated and revoked. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { addSeconds, isBefore } from '#server/shared/clock.ts'
import { issueTokens, revokeSeller, sellerOf, TOKEN_SECONDS } from './accounts.ts'
import { notifyConnection } from './notifications.ts'
import { Refusal, type Simulator } from './simulator.ts'
import { drop, lookUp, put, type Json } from './state.ts'

const CODE_SECONDS = 600

export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
  readonly codeChallenge: string | null
}

/** What the authorization page was opened with; a request that cannot be answered safely is refused on the page itself. */
export function readAuthorization(simulator: Simulator, query: URLSearchParams): AuthorizationRequest {
  const { application } = simulator
  const redirectUri = query.get('redirect_uri') ?? ''
  const codeChallenge = query.get('code_challenge')
  const isKnownAddress = URL.canParse(redirectUri) && (application.redirectUris?.includes(redirectUri) ?? true)
  if (query.get('client_id') !== application.clientId) refuse('invalid_client', 'client_id')
  if (query.get('response_type') !== 'code') refuse('unsupported_response_type', 'response_type')
  if (!isKnownAddress) refuse('invalid_request', 'redirect_uri')
  if (!query.get('state')) refuse('invalid_request', 'state')
  if (codeChallenge !== null && query.get('code_challenge_method') !== 'S256')
    refuse('invalid_request', 'code_challenge_method')
  return { clientId: application.clientId, redirectUri, state: query.get('state') ?? '', codeChallenge }
}

/** The seller agrees: the address that his browser goes back to, with a code good for ten minutes. */
export function approveAuthorization(simulator: Simulator, request: AuthorizationRequest, userId: string): string {
  const { state, clock } = simulator
  sellerOf(simulator, userId)
  const code = `TG-${randomBytes(12).toString('hex')}-${userId}`
  put(state, 'codes', code, { ...request, userId, expiresAt: addSeconds(clock.now(), CODE_SECONDS) })
  return backTo(request, { code })
}

export function denyAuthorization(request: AuthorizationRequest): string {
  return backTo(request, { error: 'access_denied', error_description: 'The user denied the request' })
}

/** `POST /oauth/token`. */
export function exchangeToken(simulator: Simulator, body: unknown): Json {
  const sent: Json = body !== null && typeof body === 'object' ? { ...body } : {}
  const { application } = simulator
  if (sent['client_id'] !== application.clientId || sent['client_secret'] !== application.clientSecret) {
    throw new Refusal(401, 'invalid_client', 'invalid client_id or client_secret')
  }
  if (sent['grant_type'] === 'authorization_code') return redeemCode(simulator, sent)
  if (sent['grant_type'] === 'refresh_token') return rotateToken(simulator, sent)
  return refuse('unsupported_grant_type', 'grant_type')
}

/** The seller unlinks the application in his own account. */
export function revokeAuthorization(simulator: Simulator, userId: string): void {
  revokeSeller(simulator, userId)
  notifyConnection(simulator, userId, 'application.deauthorized')
}

function redeemCode(simulator: Simulator, sent: Json): Json {
  const { state, clock } = simulator
  const given = textOf(sent['code'])
  const code = lookUp(state.codes, given)
  // Single use, also when the rest of the request is wrong.
  drop(state, 'codes', given)
  if (!code || isBefore(code.expiresAt, clock.now())) return refuse('invalid_grant', 'code')
  if (code.redirectUri !== sent['redirect_uri']) return refuse('invalid_grant', 'redirect_uri')
  if (code.codeChallenge !== null && !matches(code.codeChallenge, textOf(sent['code_verifier']))) {
    return refuse('invalid_grant', 'code_verifier')
  }
  const tokens = tokenJson(simulator, code.userId)
  notifyConnection(simulator, code.userId, 'application.authorized')
  return tokens
}

/** The refresh token is replaced; whether the vendor also ends the earlier access token is not documented: here it stays valid. */
function rotateToken(simulator: Simulator, sent: Json): Json {
  const { state } = simulator
  const given = textOf(sent['refresh_token'])
  const owner = lookUp(state.refreshTokens, given)
  if (!owner) return refuse('invalid_grant', 'refresh_token')
  drop(state, 'refreshTokens', given)
  return tokenJson(simulator, owner.userId)
}

function tokenJson(simulator: Simulator, userId: string): Json {
  const { accessToken, refreshToken } = issueTokens(simulator, userId)
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    scope: 'offline_access read write',
    user_id: Number(userId),
    refresh_token: refreshToken,
    public_key: `APP_USR-${userId}`,
    live_mode: true,
  }
}

function matches(challenge: string, verifier: string): boolean {
  const ours = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const given = Buffer.from(challenge)
  return ours.length === given.length && timingSafeEqual(ours, given)
}

function backTo({ redirectUri, state }: AuthorizationRequest, query: Record<string, string>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...query, state })) url.searchParams.set(name, value)
  return url.href
}

function refuse(error: string, about: string): never {
  throw new Refusal(400, error, `${error}: ${about}`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
