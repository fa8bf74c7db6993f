/** Text search of events, whatever the case and the accents. */
import { sql, type RawBuilder } from 'kysely'
import { containing, wordPatterns } from '#server/db/search.ts'

/** Whether each word of `search` is in the event's name, venue or city (alias `e`) or in its company's name. */
export function matchesText(search: string): RawBuilder<boolean> {
  const conditions = wordPatterns(search).map(
    (pattern) => sql`(e.search_text like ${pattern}
      or e.company_id in (select found.id from companies found where found.search_text like ${pattern}))`,
  )
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Whether the event's name (alias `e`) contains the text. */
export function nameContains(text: string): RawBuilder<boolean> {
  return sql<boolean>`e.plain_name like ${containing(text)}`
}
