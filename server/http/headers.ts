/** Headers that every page carries (house.md, CSP). Pages are cached, so the policy has no nonce and allows no inline script. */
import type { Config } from '#server/config.ts'

const PAGE_POLICY = [
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API's reference draws itself with a library that makes code and styles as it runs; nothing else may. */
const DOCS_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface PageHeaderOptions {
  readonly policy?: 'page' | 'docs'
  /** The address itself opens something: it must reach no other site. */
  readonly hasSecretAddress?: boolean
}

/** Security headers of an HTML answer. */
export function pageHeaders(
  config: Config,
  { policy = 'page', hasSecretAddress = false }: PageHeaderOptions = {},
): Record<string, string> {
  return {
    'content-security-policy': policy === 'docs' ? DOCS_POLICY : PAGE_POLICY,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': hasSecretAddress ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    ...(config.mode === 'production' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
