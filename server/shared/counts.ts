/**
 * What this process has counted since it started, for `/metrics`: checks, jobs, messages, orders, payment accounts, payments, regrets, scans, settlements, streams,
 * failures of the web. A use case counts with one call and
 * knows nothing of who reads it.
 */

export type CountName =
  | 'checks'
  | 'delays'
  | 'invoices'
  | 'jobs'
  | 'messages'
  | 'orders'
  | 'papers'
  | 'payment_accounts'
  | 'payments'
  | 'regrets'
  | 'scans'
  | 'settlements'
  | 'streams'
  | 'web_errors'

export interface Count {
  readonly name: CountName
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const counts = new Map<string, { name: CountName; labels: Readonly<Record<string, string>>; value: number }>()

/** Adds `by` to a count. Labels are few and fixed words (a result, a job's name), never ids. */
export function count(name: CountName, labels: Readonly<Record<string, string>>, by = 1): void {
  const key = `${name} ${Object.values(labels).join(' ')}`
  const known = counts.get(key)
  if (known) known.value += by
  else counts.set(key, { name, labels, value: by })
}

/** Everything counted so far. */
export function readCounts(): readonly Count[] {
  return [...counts.values()]
}
