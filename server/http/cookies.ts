/** Cookies that tie a journey through another site to the browser that began it. The session never travels in one. */
import type { Config } from '#server/config.ts'

export interface Cookie {
  readonly name: string
  /** Base64url: nothing in it needs escaping. */
  readonly value: string
  /** Only addresses below it get the cookie back. */
  readonly path: string
  readonly maxAgeSeconds: number
}

/** The `Set-Cookie` of an answer. Lax lets it come back when the other site sends the browser here. */
export function cookieHeader(config: Pick<Config, 'publicUrl'>, { name, value, path, maxAgeSeconds }: Cookie): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** The cookies of a request; of two with one name the first, which has the longer path (RFC 6265 §5.4). */
export function readCookies(header: string | undefined): Readonly<Record<string, string | undefined>> {
  const cookies: Record<string, string | undefined> = Object.create(null)
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0)).trim()
    if (name !== '') cookies[name] ??= pair.slice(at + 1).trim()
  }
  return cookies
}
