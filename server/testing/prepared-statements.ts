/**
 * Statements are prepared once for each connection of a test's server: half of what PostgreSQL does for the tests is parsing and
 * planning the same few hundred statements again. The product prepares none, and its plans follow its data: work whose plans
 * a test looks at goes through `planAnew`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** From this many on PostgreSQL hashes a list, if it knows the list when it plans; else each row is compared with each of them. */
const HASHED_FROM = 9
const plansAnew = new AsyncLocalStorage<boolean>()
/** What is sent once is not worth keeping, and may be long. */
const seenTexts = new Set<string>()
const names = new Map<string, string>()

/** Prepares what Kysely sends on connections of the pool from the second time on. Pipelines send theirs in another form. */
export function prepareStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown // its overloads are one to us
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      const isPlain = typeof text === 'string' && Array.isArray(values) && !values.some(isLongList)
      const name = isPlain && !plansAnew.getStore() ? nameOf(text) : null
      return name === null ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
    }) as typeof client.query
  })
}

function isLongList(value: unknown): boolean {
  return Array.isArray(value) && value.length >= HASHED_FROM
}

/** Runs `work` with each of its statements planned as it comes, as in production. */
export function planAnew<Result>(work: () => Promise<Result>): Promise<Result> {
  return plansAnew.run(true, work)
}

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!seenTexts.has(text)) {
    seenTexts.add(text)
    return null
  }
  const name = `test-${names.size}`
  names.set(text, name)
  return name
}
