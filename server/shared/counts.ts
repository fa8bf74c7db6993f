/** What this process has counted since it started, for `/metrics`. A use case counts with one call. */

/** The labels of each count. `/metrics` shows these and no others. */
export const countLabels = {
  checks: ['result'],
  delays: ['result'],
  invoices: ['kind', 'result'],
  jobs: ['job', 'result'],
  messages: ['channel', 'result'],
  message_milliseconds: ['channel'],
  orders: ['result'],
  papers: ['kind'],
  paper_milliseconds: ['kind'],
  payment_accounts: ['outcome'],
  payments: ['outcome'],
  regrets: ['notice', 'result'],
  scans: ['result'],
  settlements: ['result'],
  streams: ['result'],
  unreadable_records: ['of'],
  web_errors: ['kind', 'result'],
} as const

export type CountName = keyof typeof countLabels
type Labels<Name extends CountName> = Readonly<Record<(typeof countLabels)[Name][number], string>>

export interface Count {
  readonly name: CountName
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const counts = new Map<string, { name: CountName; labels: Readonly<Record<string, string>>; value: number }>()

/** Adds `by` to a count. Labels are few and fixed words (a result, a job's name), never ids. */
export function count<const Name extends CountName>(name: Name, labels: Labels<Name>, by = 1): void {
  const key = `${name} ${Object.values(labels).join(' ')}`
  const known = counts.get(key)
  if (known) known.value += by
  else counts.set(key, { name, labels, value: by })
}

/** Everything counted so far. */
export function readCounts(): readonly Count[] {
  return [...counts.values()]
}
