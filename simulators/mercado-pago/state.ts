/** Everything the simulated vendor remembers, as plain JSON, and the file that keeps it. */
import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { addSeconds, isBefore, type Clock } from '#server/shared/clock.ts'

const KEYS_KEPT_SECONDS = 86_400

export interface Seller {
  userId: string
  nickname: string
  email: string
  /** What refunds are paid from; null never runs out. */
  balanceCents: number | null
}

export interface Token {
  userId: string
  /** Given by OAuth: only such a token may charge a marketplace fee. */
  isOauth: boolean
  expiresAt: string
  isRevoked: boolean
}

interface AuthorizationCode {
  userId: string
  clientId: string
  redirectUri: string
  codeChallenge: string | null
  expiresAt: string
}

/** Vendor JSON that is kept and given back as it came. */
export type Json = Record<string, unknown>

export interface StoredPreference {
  id: string
  ownerId: string
  liveMode: boolean
  createdAt: string
  totalCents: number
  marketplaceFeeCents: number
  merchantOrderId: string
  body: Json
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
  id: string
  preferenceId: string
  /** The account whose token may read it; `collectorId` is what the answer says and may be made to lie. */
  ownerId: string
  collectorId: string
  status: VendorStatus
  statusDetail: string
  externalReference: string | null
  amountCents: number
  refundedCents: number
  currency: string
  liveMode: boolean
  feeCents: number
  marketplaceFeeCents: number
  /** What of it went back with refunds. */
  marketplaceReturnedCents: number
  method: string
  installments: number
  payerMail: string | null
  createdAt: string
  approvedAt: string | null
  lastUpdatedAt: string
  /** When the seller may use it; null is left out. */
  releasesAt: string | null
  /** Its state before the last change, for stale answers. */
  previous: Omit<StoredPayment, 'previous'> | null
}

export interface StoredRefund {
  id: string
  paymentId: string
  amountCents: number
  status: 'approved' | 'in_process' | 'rejected'
  createdAt: string
}

export interface StoredChargeback {
  id: string
  paymentId: string
  amountCents: number
  createdAt: string
}

interface IdempotentAnswer {
  /** Of method, path and body together. */
  requestHash: string
  status: number
  json: unknown
  at: string
}

export interface PendingNotification {
  id: string
  topic: string
  action: string
  url: string
  userId: string
  liveMode: boolean
  data: Json & { id: string }
  createdAt: string
  dueAt: string
  attempts: number
}

type Scheduled =
  | { at: string; kind: 'approve'; paymentId: string }
  | { at: string; kind: 'pay'; preferenceId: string; method: string }

export interface State {
  lastId: number
  sellers: Record<string, Seller>
  tokens: Record<string, Token>
  refreshTokens: Record<string, { userId: string }>
  codes: Record<string, AuthorizationCode>
  preferences: Record<string, StoredPreference>
  payments: Record<string, StoredPayment>
  refunds: Record<string, StoredRefund>
  chargebacks: Record<string, StoredChargeback>
  idempotency: Record<string, IdempotentAnswer>
  notifications: PendingNotification[]
  scheduled: Scheduled[]
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
    notifications: [],
    scheduled: [],
  }
}

/** A numeric id, unique in this state, as the vendor's are. */
export function nextId(state: State): string {
  state.lastId += 1
  return String(state.lastId)
}

/** The state kept in `file`, or an empty one when there is no such file. */
export function loadState(file: string | undefined, clock: Clock): State {
  const empty = emptyState(clock)
  if (file === undefined) return empty
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<State> // written by `keepState` alone
    const since = addSeconds(clock.now(), -KEYS_KEPT_SECONDS)
    const idempotency = Object.fromEntries(
      Object.entries(kept.idempotency ?? {}).filter(([, answer]) => !isBefore(answer.at, since)),
    )
    // Versions before wrote payments without what was given back of the fee, and let everything go at once.
    for (const payment of Object.values(kept.payments ?? {})) {
      payment.marketplaceReturnedCents ??= 0
      if (!('releasesAt' in payment)) Object.assign(payment, { releasesAt: (payment as StoredPayment).approvedAt })
    }
    return { ...empty, ...kept, idempotency }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty
    throw error
  }
}

/**
 * Writes the whole state to a temporary file and renames it over the old one, so that a kill leaves the old one or the new one. The promise
 * settles when every change made before the call is on disk; calls during a write share the next one.
 */
export function keepState(file: string | undefined, state: State): () => Promise<void> {
  if (file === undefined) return () => Promise.resolve()
  let running: Promise<void> | null = null
  let waiting: Promise<void> | null = null

  async function write(path: string): Promise<void> {
    const text = JSON.stringify(state)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const handle = await open(`${path}.new`, 'w', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(`${path}.new`, path)
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

/** What a record holds under a key that came from outside. */
export function lookUp<Value>(record: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
