/** Everything the simulated vendor remembers, as plain JSON, and the file that keeps it: a line with everything, then one for each change. */
import { readFileSync } from 'node:fs'
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addSeconds, isBefore, type Clock } from '#server/shared/clock.ts'

const KEYS_KEPT_SECONDS = 86_400

export interface Seller {
  readonly userId: string
  readonly nickname: string
  readonly email: string
  /** What refunds are paid from; null never runs out. */
  readonly balanceCents: number | null
}

export interface Token {
  readonly userId: string
  /** Given by OAuth: only such a token may charge a marketplace fee. */
  readonly isOauth: boolean
  readonly expiresAt: string
  readonly isRevoked: boolean
}

interface AuthorizationCode {
  readonly userId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string | null
  readonly expiresAt: string
}

/** Vendor JSON that is kept and given back as it came. */
export type Json = Record<string, unknown>

export interface StoredPreference {
  readonly id: string
  readonly ownerId: string
  readonly liveMode: boolean
  readonly createdAt: string
  readonly totalCents: number
  readonly marketplaceFeeCents: number
  readonly merchantOrderId: string
  readonly body: Json
}

export type VendorStatus =
  | 'pending'
  | 'in_process'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back'
  | 'in_mediation'

export interface StoredPayment {
  readonly id: string
  readonly preferenceId: string
  /** The account whose token may read it; `collectorId` is what the answer says and may be made to lie. */
  readonly ownerId: string
  readonly collectorId: string
  readonly status: VendorStatus
  readonly statusDetail: string
  readonly externalReference: string | null
  readonly amountCents: number
  readonly refundedCents: number
  readonly currency: string
  readonly liveMode: boolean
  readonly feeCents: number
  readonly marketplaceFeeCents: number
  /** What of it went back with refunds. */
  readonly marketplaceReturnedCents: number
  readonly method: string
  readonly installments: number
  readonly payerMail: string | null
  /** Made at the simulator's control, not by a buyer on its pages. */
  readonly isControlled: boolean
  readonly createdAt: string
  readonly approvedAt: string | null
  readonly lastUpdatedAt: string
  /** When the seller may use it; null is left out. */
  readonly releasesAt: string | null
  /** Its state before the last change, for stale answers. */
  readonly previous: Omit<StoredPayment, 'previous'> | null
}

export interface StoredRefund {
  readonly id: string
  readonly paymentId: string
  readonly amountCents: number
  readonly status: 'approved' | 'in_process' | 'rejected'
  readonly createdAt: string
}

export interface StoredChargeback {
  readonly id: string
  readonly paymentId: string
  readonly amountCents: number
  readonly createdAt: string
}

interface IdempotentAnswer {
  /** Of method, path and body together. */
  readonly requestHash: string
  readonly status: number
  readonly json: unknown
  readonly at: string
}

export interface PendingNotification {
  readonly id: string
  readonly topic: string
  readonly action: string
  readonly url: string
  readonly userId: string
  readonly liveMode: boolean
  readonly data: Json & { id: string }
  createdAt: string
  dueAt: string
  attempts: number
}

type Scheduled =
  | { at: string; kind: 'approve'; paymentId: string }
  | { at: string; kind: 'pay'; preferenceId: string; method: string }

export interface State extends Tables {
  lastId: number
  scheduled: readonly Scheduled[]
  /** What has changed since the file was last written. */
  readonly changed: Changed
}

/** Records by their key; `put`, `change` and `drop` alone write them, so that a save writes what changed and no more. */
export interface Tables {
  readonly sellers: Table<Seller>
  readonly tokens: Table<Token>
  readonly refreshTokens: Table<{ readonly userId: string }>
  readonly codes: Table<AuthorizationCode>
  readonly preferences: Table<StoredPreference>
  readonly payments: Table<StoredPayment>
  readonly refunds: Table<StoredRefund>
  readonly chargebacks: Table<StoredChargeback>
  readonly idempotency: Table<IdempotentAnswer>
  /** Those that are not taken yet; by a key of their own, because copies of one have its id. */
  readonly notifications: Table<PendingNotification>
}

type Table<Row> = Readonly<Record<string, Row>>
type TableName = keyof Tables
type RowOf<Name extends TableName> = Tables[Name][string]
type Changed = Map<TableName, Set<string>>

/** Adds a record, or replaces it. */
export function put<Name extends TableName>(state: State, table: Name, key: string, row: RowOf<Name>): void {
  const rows = state[table] as Record<string, RowOf<Name>> // read-only to everybody else
  rows[key] = row
  markChanged(state, table, key)
}

/** Changes a record that is there, for everybody who holds it. */
export function change<Name extends TableName>(
  state: State,
  table: Name,
  key: string,
  changes: Partial<RowOf<Name>>,
): void {
  const row = lookUp<object>(state[table], key)
  if (!row) throw new Error(`There is no ${key} in ${table}`)
  Object.assign(row, changes)
  markChanged(state, table, key)
}

export function drop(state: State, table: TableName, key: string): void {
  delete (state[table] as Record<string, unknown>)[key] // read-only to everybody else
  markChanged(state, table, key)
}

/** Adds what happens by itself later. */
export function schedule(state: State, entry: Scheduled): void {
  state.scheduled = [...state.scheduled, entry]
}

function markChanged({ changed }: State, table: TableName, key: string): void {
  const keys = changed.get(table) ?? new Set()
  changed.set(table, keys.add(key))
}

/** An empty state. Ids go on from the time, so that a lost file never gives a payment's id to another payment. */
export function emptyState(clock: Clock): State {
  return {
    lastId: clock.epochMs(),
    sellers: {},
    tokens: {},
    refreshTokens: {},
    codes: {},
    preferences: {},
    payments: {},
    refunds: {},
    chargebacks: {},
    idempotency: {},
    notifications: {},
    scheduled: [],
    changed: new Map(),
  }
}

/** A numeric id, unique in this state, as the vendor's are. */
export function nextId(state: State): string {
  state.lastId += 1
  return String(state.lastId)
}

/** The state kept in `file`, or an empty one when there is no such file. */
export function loadState(file: string | undefined, clock: Clock): State {
  const state = emptyState(clock)
  if (file === undefined) return state
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return state
    throw error
  }
  // A kill may leave the last line unfinished; nobody was told that it was kept.
  const [whole = '', ...later] = text.includes('\n') ? text.split('\n').slice(0, -1) : [text]
  for (const line of [whole, ...later]) apply(state, JSON.parse(line) as Line) // written by `keepState` alone
  const since = addSeconds(clock.now(), -KEYS_KEPT_SECONDS)
  for (const [key, { at }] of Object.entries(state.idempotency))
    if (isBefore(at, since)) drop(state, 'idempotency', key)
  state.changed.clear()
  return state
}

/** Of each table what changed, null what went. The first line of a file holds everything. */
type Line = Pick<State, 'lastId' | 'scheduled'> & Partial<Record<TableName, Record<string, object | null>>>

function apply(state: State, { lastId, scheduled, ...tables }: Line): void {
  Object.assign(state, { lastId: lastId ?? state.lastId, scheduled: scheduled ?? state.scheduled })
  for (const [name, rows] of Object.entries(tables)) {
    const table = state[name as TableName] as Record<string, object> // a line names tables alone
    for (const [key, row] of Object.entries(rows)) {
      if (row === null) delete table[key]
      else table[key] = row
    }
  }
}

/** A file is written anew when its later lines are longer than its first one, and at least so long. */
const LEAST_REWRITTEN_BYTES = 4_000_000

/**
 * Keeps a state in a file: the whole of it once, by a temporary file that is renamed, then a line for each save with what changed, so
 * that a kill leaves all that was kept. The promise settles when every change made before the call is on disk; calls during a
 * write share the next one.
 */
export function keepState(file: string | undefined, state: State): () => Promise<void> {
  if (file === undefined) return () => Promise.resolve()
  let running: Promise<void> | null = null
  let waiting: Promise<void> | null = null
  let kept: { readonly firstBytes: number; readonly laterBytes: number } | null = null

  async function write(path: string): Promise<void> {
    const before = kept
    // What reaches the file of a write that fails is not known: the next one writes it anew.
    kept = null
    const isLong = !before || before.laterBytes > Math.max(before.firstBytes, LEAST_REWRITTEN_BYTES)
    kept = isLong ? await writeWhole(path) : { ...before, laterBytes: before.laterBytes + (await append(path)) }
  }

  async function append(path: string): Promise<number> {
    const text = `${JSON.stringify(changesOf(state))}\n`
    state.changed.clear()
    await appendFile(path, text, { flush: true })
    return text.length
  }

  async function writeWhole(path: string) {
    const { changed, ...whole } = state
    const text = `${JSON.stringify(whole)}\n`
    changed.clear()
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(`${path}.new`, text, { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
    return { firstBytes: text.length, laterBytes: 0 }
  }

  function begin(path: string): Promise<void> {
    running = write(path).finally(() => {
      running = null
    })
    return running
  }

  return () => {
    if (waiting) return waiting
    if (!running) return begin(file)
    waiting = running
      .catch(() => undefined) // its own caller gets the error; this one tries again
      .then(() => {
        waiting = null
        return begin(file)
      })
    return waiting
  }
}

function changesOf(state: State): Line {
  const tables = Array.from(state.changed, ([name, keys]) => {
    const table: Readonly<Record<string, object>> = state[name]
    return [name, Object.fromEntries(Array.from(keys, (key) => [key, table[key] ?? null]))]
  })
  return { lastId: state.lastId, scheduled: state.scheduled, ...Object.fromEntries(tables) }
}

/** What a record holds under a key that came from outside. */
export function lookUp<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
