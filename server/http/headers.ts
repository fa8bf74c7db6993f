/** Headers that every page carries (rule R3.16). Pages are cached, so the policy has no nonce and allows no inline script. */
import type { Config } from '#server/config.ts'

const POLICY = [
  "default-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "img-src 'self' data: blob:",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PageHeaderOptions {
  /** The address itself opens something: it must reach no other site. */
  readonly hasSecretAddress?: boolean
}

/** Security headers of an HTML answer. */
export function pageHeaders(
  config: Config,
  { hasSecretAddress = false }: PageHeaderOptions = {},
): Record<string, string> {
  return {
    'content-security-policy': POLICY,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': hasSecretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(config.mode === 'production' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
