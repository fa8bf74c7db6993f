import { parseUrl } from '#contract/values/parse-url.ts'
import { storeJson, readJson } from '#web/lib/device/open-storage.ts'

/** Where a person was when they were asked to sign in; used once (rule R5.15). Kept for the tab. */
const KEY = 'redirectAfterLogin'

/** Only a place of ours, as the browser itself would read it: no link can send people to another site after sign-in. */
export function isOwnPath(path: string): boolean {
  const here = 'https://previa.invalid'
  return path.startsWith('/') && parseUrl(path, here)?.origin === here
}

/** Remembers `path` for after the sign-in; a path that is not ours is not kept. */
export function rememberRedirect(path: string): void {
  if (isOwnPath(path)) storeJson(sessionStorage, KEY, { path, shouldRedirect: true })
}

/** For a sign-in that begins at the landing: it ends at the place of the person's role. */
export function forgetRedirect(): void {
  sessionStorage.removeItem(KEY)
}

/** The remembered path, once: null afterwards and when there is none. */
export function takeRedirect(): string | null {
  const context = readJson(sessionStorage, KEY)
  sessionStorage.removeItem(KEY)
  const isContext = typeof context === 'object' && context !== null && 'path' in context && 'shouldRedirect' in context
  if (!isContext || context.shouldRedirect !== true || typeof context.path !== 'string') return null
  return isOwnPath(context.path) ? context.path : null
}
