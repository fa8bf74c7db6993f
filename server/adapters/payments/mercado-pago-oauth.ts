import * as z from 'zod/mini'
import { newId } from '#server/shared/ids.ts'
import { answerOf, describe, shaped, type Client } from './mercado-pago-client.ts'
import { said } from './mercado-pago-payment.ts'
import type { AccountProfile, GrantResult, Payments } from './port.ts'

export interface Application {
  /** Address of the authorization page, which is not below the interface's. */
  readonly authUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

const token = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  user_id: z.union([z.int(), z.string()]),
  expires_in: z.int(),
  live_mode: z.nullish(z.boolean()),
})
const user = z.object({
  id: z.union([z.int(), z.string()]),
  nickname: said(z.string()),
  email: said(z.string()),
})

/** The part of the port that connects sellers: authorization code with PKCE, refresh, whose account it is. */
export function connectAccounts(
  client: Client,
  { authUrl, clientId, clientSecret }: Application,
): Pick<Payments, 'authorizationUrl' | 'exchangeCode' | 'refreshToken' | 'fetchAccount'> {
  async function requestToken(operation: string, grant: object): Promise<GrantResult> {
    const outcome = await client.call(operation, shaped(token), {
      method: 'POST',
      path: '/oauth/token',
      body: { client_id: clientId, client_secret: clientSecret, ...grant },
      idempotencyKey: newId(),
    })
    if (!outcome.ok) return { state: 'refused', reason: describe(outcome) || String(outcome.status) }
    const { answer } = outcome
    return {
      state: 'granted',
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      collectorId: String(answer.user_id),
      expiresInSeconds: answer.expires_in,
      liveMode: answer.live_mode ?? false,
    }
  }

  return {
    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const url = new URL(authUrl)
      const query = {
        client_id: clientId,
        response_type: 'code',
        platform_id: 'mp',
        redirect_uri: redirectUri,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    exchangeCode({ code, codeVerifier, redirectUri }) {
      return requestToken('exchangeCode', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      })
    },
    refreshToken(refreshToken) {
      return requestToken('refreshToken', { grant_type: 'refresh_token', refresh_token: refreshToken })
    },
    async fetchAccount(accessToken): Promise<AccountProfile | null> {
      const outcome = await client.call('fetchAccount', shaped(user), { method: 'GET', path: '/users/me', accessToken })
      if (!outcome.ok && outcome.status === 401) return null
      const { id, nickname, email } = answerOf(outcome)
      return { collectorId: String(id), nickname: nickname || null, mail: email || null }
    },
  }
}
