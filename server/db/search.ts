/** What people type into a search, as patterns of `like` on texts of `plain_text`: its own `%` and `_` match themselves. */
import { sql, type RawBuilder } from 'kysely'

const MAX_WORDS = 8
/** Marks and joiners alone name nothing: folded they would be an empty pattern, which finds everything. */
const NAMES_NOTHING = /^[\p{M}\p{Cf}]*$/u

/** Finds the text anywhere. The database folds it before it escapes it, because wide signs become `%` and `_` (threat 36). */
export function containing(text: string): RawBuilder<string> {
  return sql<string>`search_pattern(${text})`
}

/** One pattern for each word, of which there are at most 8; none for blanks. */
export function wordPatterns(text: string): RawBuilder<string>[] {
  const words = text.split(/\s+/).filter((word) => !NAMES_NOTHING.test(word))
  return words.slice(0, MAX_WORDS).map(containing)
}
