/** Sellers and their tokens. */
import { randomBytes } from 'node:crypto'
import { addSeconds, isBefore } from '#server/shared/clock.ts'
import { Refusal, type Simulator } from './simulator.ts'
import { change, drop, lookUp, put, type Json, type Seller, type Token } from './state.ts'

export const TOKEN_SECONDS = 180 * 86_400

export interface NewSeller {
  readonly userId: string
  readonly nickname: string
  readonly accessToken: string
  readonly refreshToken?: string
  readonly email?: string
  /** False for a seller's own credentials, which cannot charge a marketplace fee. */
  readonly isOauth?: boolean
  readonly balanceCents?: number | null
}

/** Adds a seller, or brings one up to date: the same call twice changes nothing. */
export function addSeller(simulator: Simulator, seller: NewSeller): void {
  const { state, clock } = simulator
  const { userId, nickname, accessToken, refreshToken } = seller
  put(state, 'sellers', userId, {
    userId,
    nickname,
    email: seller.email ?? `${nickname.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@vendedor.example`,
    balanceCents: seller.balanceCents ?? null,
  })
  put(state, 'tokens', accessToken, {
    userId,
    isOauth: seller.isOauth ?? true,
    expiresAt: addSeconds(clock.now(), TOKEN_SECONDS),
    isRevoked: false,
  })
  if (refreshToken !== undefined) put(state, 'refreshTokens', refreshToken, { userId })
}

export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** New tokens for a seller, in the vendor's spelling. */
export function issueTokens(simulator: Simulator, userId: string): IssuedTokens {
  const { state, clock, application } = simulator
  const accessToken = `APP_USR-${application.clientId}-${randomBytes(16).toString('hex')}-${userId}`
  const refreshToken = `TG-${randomBytes(16).toString('hex')}-${userId}`
  put(state, 'tokens', accessToken, {
    userId,
    isOauth: true,
    expiresAt: addSeconds(clock.now(), TOKEN_SECONDS),
    isRevoked: false,
  })
  put(state, 'refreshTokens', refreshToken, { userId })
  return { accessToken, refreshToken }
}

/** The seller takes the authorization back in his own account: every token dies. */
export function revokeSeller(simulator: Simulator, userId: string): void {
  const { state } = simulator
  for (const [accessToken, token] of Object.entries(state.tokens)) {
    if (token.userId === userId) change(state, 'tokens', accessToken, { isRevoked: true })
  }
  for (const [refreshToken, owner] of Object.entries(state.refreshTokens)) {
    if (owner.userId === userId) drop(state, 'refreshTokens', refreshToken)
  }
}

export function sellerOf(simulator: Simulator, userId: string): Seller {
  const seller = lookUp(simulator.state.sellers, userId)
  if (!seller) throw new Refusal(404, 'not_found', 'User not found')
  return seller
}

export interface Bearer extends Token {
  readonly accessToken: string
}

/** Identifies the caller: 401 without a token, or with an unknown, revoked or expired one. */
export function authenticate(simulator: Simulator, authorization: string | undefined): Bearer {
  const accessToken = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (accessToken === undefined) throw new Refusal(401, 'unauthorized', 'authorization value not present')
  const token = lookUp(simulator.state.tokens, accessToken)
  if (!token || token.isRevoked || isBefore(token.expiresAt, simulator.clock.now())) {
    throw new Refusal(401, 'unauthorized', 'invalid access token')
  }
  return { ...token, accessToken }
}

/** Test credentials make payments that are not live and send no notifications. */
export function isLive(bearer: Bearer): boolean {
  return !bearer.accessToken.startsWith('TEST-')
}

/** `GET /users/me`. */
export function describeUser(simulator: Simulator, bearer: Bearer): Json {
  const seller = sellerOf(simulator, bearer.userId)
  return {
    id: Number(seller.userId),
    nickname: seller.nickname,
    email: seller.email,
    country_id: 'AR',
    site_id: 'MLA',
    user_type: 'normal',
    tags: ['normal'],
    status: { site_status: 'active' },
  }
}
