/** Text search of events, whatever the case and the accents. */
import { sql, type RawBuilder } from 'kysely'

const MAX_WORDS = 8

/** Whether each word of `search` stands in the event's name, venue or city (alias `e`) or in its company's name. */
export function matchesText(search: string): RawBuilder<boolean> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return sql<boolean>`true`
  const conditions = words.map((word) => {
    const pattern = sql`plain_text(${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`
    return sql`(e.search_text like ${pattern}
      or e.company_id in (select found.id from companies found where found.search_text like ${pattern}))`
  })
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Whether the event's name (alias `e`) contains the text. */
export function nameContains(text: string): RawBuilder<boolean> {
  return sql<boolean>`e.plain_name like plain_text(${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`
}
