/** The address of a public event that can be said: `fiesta-lunar-rosario-1`. */
import { sql } from 'kysely'
import { slugOf } from '#server/shared/slug.ts'

const MAX_NAME = 60
const MAX_CITY = 30
const NUMBERED = /^([a-z0-9]+(?:-[a-z0-9]+)*)-(\d{1,9})$/

/** Of an event (alias `e`): null while it is private, which answers to its id alone (rule R8.3). */
export const publicSlug = sql<string | null>`case when not e.is_private then e.slug end`

/** The address without its number; a name that ends with its city says it once. */
export function eventSlug(name: string, city: string): string {
  const plain = slugOf(name, MAX_NAME) || 'evento'
  const place = slugOf(city, MAX_CITY)
  return place === '' || plain === place || plain.endsWith(`-${place}`) ? plain : `${plain}-${place}`
}

/** Its parts, or null for what is no such address. */
export function readSlug(text: string): { readonly base: string; readonly number: number } | null {
  const [, base, number] = NUMBERED.exec(text) ?? []
  return base === undefined || number === undefined ? null : { base, number: Number(number) }
}
