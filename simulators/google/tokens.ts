/** Identity tokens as Google signs them, and as it never would. */
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose'

/** How a token departs from the right one. */
export interface Twist {
  /** Claims put over the right ones; undefined takes a claim away. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** `none` carries no signature; `HS256` is signed with the public key as if it were a secret; `stranger` with another key under the right name. */
  readonly signature?: 'none' | 'HS256' | 'stranger'
}

export interface Signer {
  /** The private keys, as the provider takes them. */
  readonly jwks: { keys: JWK[] }
  sign(claims: JWTPayload, twist?: Twist): Promise<string>
}

export async function createSigner(): Promise<Signer> {
  const own = await newKeys()
  const kid = crypto.randomUUID()
  const jwk: JWK = { ...(await exportJWK(own.privateKey)), kid, alg: 'RS256', use: 'sig' }
  const publicText = JSON.stringify(await exportJWK(own.publicKey))
  return {
    jwks: { keys: [jwk] },
    async sign(claims, { claims: changes = {}, signature } = {}) {
      const payload = Object.fromEntries(
        Object.entries({ ...claims, ...changes }).filter(([, value]) => value !== undefined),
      )
      if (signature === 'none') return `${encode({ alg: 'none', typ: 'JWT', kid })}.${encode(payload)}.`
      if (signature === 'HS256') {
        return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(publicText))
      }
      const { privateKey } = signature === 'stranger' ? await newKeys() : own
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid }).sign(privateKey)
    },
  }
}

function newKeys() {
  return generateKeyPair('RS256', { extractable: true })
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
