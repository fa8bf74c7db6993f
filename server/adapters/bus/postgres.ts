import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { GAP } from '#server/shared/publish-change.ts'
import { newToken } from '#server/shared/ids.ts'
import type { Logger } from '#server/shared/logger.ts'
import { createInProcessBus } from './in-process.ts'
import type { Bus } from './port.ts'

export interface PostgresBusOptions {
  readonly connectionString: string
  readonly log: Pick<Logger, 'warn'>
}

export interface PostgresBus extends Bus {
  /** Resolves while connected: at once, or when the connection is there (again). */
  connected(): Promise<void>
}

const CHANNEL = 'previa_bus'
/** NOTIFY takes a database-wide lock at commit, so hints leave together, at most ten times a second. */
const PAUSE_MS = 100
/** PostgreSQL's own limit is 8,000 bytes for one payload. */
const MAX_BYTES = 7500
/** What piles up without a connection is not worth more memory than this. */
const MAX_PENDING = 1000
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000

type Hint = readonly [topic: string, payload: string]

/**
 * Hints between the processes on one PostgreSQL, over one connection of its own that listens, sends and comes back by
 * itself. The publisher's own process hears at once. The connection must be a direct one: transaction pooling breaks LISTEN.
 */
export function createPostgresBus({ connectionString, log }: PostgresBusOptions): PostgresBus {
  const local = createInProcessBus(log)
  const sender = newToken()
  const ending = new AbortController()
  const pending = new Map<string, Hint>()
  let client: pg.Client | null = null
  let sending: Promise<void> | null = null
  let whenConnected = Promise.withResolvers<void>()

  function receive(message: string | undefined): void {
    const [from, hints] = JSON.parse(message ?? '[]') as [string, Hint[]] // only `send` below writes to this channel
    if (from === sender) return
    for (const [topic, payload] of hints) local.publish(topic, payload)
  }

  async function send(): Promise<void> {
    // Hints of one turn leave together.
    await Promise.resolve()
    while (client && pending.size > 0) {
      const messages = pack(sender, [...pending.values()])
      pending.clear()
      try {
        await client.query(`select pg_notify('${CHANNEL}', message) from unnest($1::text[]) message`, [messages])
      } catch (error) {
        log.warn({ err: error }, 'hints of the bus were lost')
        pending.set(GAP, [GAP, ''])
      }
      await wait(PAUSE_MS, undefined, { ref: false, signal: ending.signal }).catch(() => {})
    }
    sending = null
  }

  async function stayConnected(): Promise<void> {
    let retryMs = FIRST_RETRY_MS
    let wasConnected = false
    while (!ending.signal.aborted) {
      const next = new pg.Client({
        connectionString,
        application_name: 'previa-bus',
        keepAlive: true,
        query_timeout: 5000,
      })
      const lost = new Promise<void>((resolve) => {
        next.on('error', () => resolve()).on('end', () => resolve())
      })
      try {
        await next.connect()
        next.on('notification', ({ payload }) => receive(payload))
        await next.query(`listen ${CHANNEL}`)
        client = next
        retryMs = FIRST_RETRY_MS
        whenConnected.resolve()
        // What others said while it was away was not heard here.
        if (wasConnected) local.publish(GAP)
        wasConnected = true
        sending ??= send()
        await lost
        whenConnected = Promise.withResolvers()
      } catch (error) {
        log.warn({ err: error }, 'the bus cannot reach PostgreSQL')
      }
      client = null
      await next.end().catch(() => {})
      await wait(retryMs, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
  }

  const running = stayConnected()
  return {
    publish(topic, payload = '') {
      local.publish(topic, payload)
      if (ending.signal.aborted) return
      // What does not fit is lost, and all that others need to know is that.
      if (pending.size >= MAX_PENDING) pending.set(GAP, [GAP, ''])
      else pending.set(JSON.stringify([topic, payload]), [topic, payload])
      sending ??= send()
    },
    subscribe: (topic, listener) => local.subscribe(topic, listener),
    connected: () => whenConnected.promise,
    async close() {
      ending.abort()
      await sending
      await client?.end().catch(() => {})
      await running
      await local.close()
    },
  }
}

/** Hints as messages that each fit one NOTIFY. One that alone does not fit is left out: hints are short by contract. */
function pack(sender: string, hints: readonly Hint[]): string[] {
  const groups: Hint[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const hint of hints) {
    const size = Buffer.byteLength(JSON.stringify(hint)) + 1
    if (size > MAX_BYTES) continue
    if (bytes + size > MAX_BYTES) {
      groups.push([])
      bytes = sender.length + 8
    }
    groups.at(-1)?.push(hint)
    bytes += size
  }
  return groups.map((group) => JSON.stringify([sender, group]))
}
