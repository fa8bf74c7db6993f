/** What people type into a search, as patterns of `like`: its own `%` and `_` match themselves. */

const MAX_WORDS = 8

/** Finds the text anywhere. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** One pattern for each word, of which there are at most 8; none for blanks. */
export function wordPatterns(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(containing)
}
