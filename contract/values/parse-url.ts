/** Returns the address that `text` is, seen from `base`; null if it is none. `URL.canParse` is newer than the oldest browsers. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
