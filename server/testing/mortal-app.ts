/**
 * A process that is killed at a moment of the test's choosing: right after its n-th step that nothing takes back, which is a
 * commit, a statement on its own that writes, a call of the payment provider or a message handed over. From then on it reaches
 * nothing: neither database nor network, and what it had open is rolled back, as by `kill -9`.
 */
import type { Kysely, KyselyPlugin, RootOperationNode, Transaction } from 'kysely'
import type { App } from '#server/context.ts'
import type { Pipeline } from '#server/db/pipeline.ts'
import type { DB } from '#server/db/schema.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'

class Killed extends Error {
  constructor() {
    super('The process was killed')
  }
}

export interface MortalApp {
  readonly app: App
  /** The steps that it took, in their order, by what they did. */
  readonly steps: readonly string[]
  readonly isDead: () => boolean
}

/** The same process again, with an end: it dies once it has taken so many steps. `Infinity` only counts them. */
export function createMortalApp(alive: App, diesAfter: number): MortalApp {
  const steps: string[] = []
  const isDead = () => steps.length >= diesAfter
  const breathe = () => {
    if (isDead()) throw new Killed()
  }
  const step = (what: string) => {
    steps.push(what)
    breathe()
  }
  const db = mortalDatabase(alive.db, breathe, step)
  const app: App = {
    ...alive,
    db,
    reserved: {
      ...alive.reserved,
      lookups: mortalDatabase(alive.reserved.lookups, breathe, step),
      confirmations: mortalDatabase(alive.reserved.confirmations, breathe, step),
      payments: mortalPipeline(alive.reserved.payments, breathe, step),
    },
    payments: mortalCalls(alive.payments, 'provider', breathe, step),
    email: mortalCalls(alive.email, 'mail', breathe, step),
    whatsapp: mortalCalls(alive.whatsapp, 'whatsapp', breathe, step),
    // What a process keeps for itself dies with it.
    processCache: createProcessCache(alive.clock),
  }
  return { app, steps, isDead }
}

/** What is written within a transaction happens with its commit, and is told by it. */
function mortalDatabase(db: Kysely<DB>, breathe: () => void, step: (what: string) => void): Kysely<DB> {
  const alone = new WeakMap<object, string>()
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      breathe()
      const written = writtenBy(node)
      if (written) alone.set(queryId, written)
      return node
    },
    async transformResult({ result, queryId }) {
      const written = alone.get(queryId)
      // Looking for work that is not there, as queues do, changes nothing.
      if (written && (result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n)) step(written)
      else breathe()
      return result
    },
  })
  const transaction = () => ({
    async execute<Result>(work: (tx: Transaction<DB>) => Promise<Result>): Promise<Result> {
      breathe()
      const written = new Set<string>()
      const notes: KyselyPlugin = {
        transformQuery({ node }) {
          breathe()
          const what = writtenBy(node)
          if (what) written.add(what)
          return node
        },
        transformResult: async ({ result }) => {
          breathe()
          return result
        },
      }
      const result = await db.transaction().execute((tx) => work(tx.withPlugin(notes)))
      if (written.size > 0) step(`commit: ${[...written].join(', ')}`)
      return result
    },
  })
  return new Proxy(watched, {
    get(target, key) {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function mortalPipeline(pipeline: Pipeline, breathe: () => void, step: (what: string) => void): Pipeline {
  return {
    async transact(first, decide) {
      breathe()
      const result = await pipeline.transact(first, decide)
      step('commit: a batch')
      return result
    },
    destroy: () => pipeline.destroy(),
  }
}

function mortalCalls<Adapter extends object>(
  adapter: Adapter,
  name: string,
  breathe: () => void,
  step: (what: string) => void,
): Adapter {
  return new Proxy(adapter, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        breathe()
        const answer: unknown = value.apply(target, args)
        if (!(answer instanceof Promise)) return answer
        return answer.then((told: unknown) => {
          step(`${name}: ${String(key)}`)
          return told
        })
      }
    },
  })
}

/** `insert refunds`: what a statement writes; null where it only reads. */
function writtenBy(node: RootOperationNode): string | null {
  if (node.kind === 'InsertQueryNode') return `insert ${node.into?.table.identifier.name ?? ''}`
  if (node.kind === 'UpdateQueryNode') return `update ${tableOf(node.table)}`
  if (node.kind === 'DeleteQueryNode') return `delete ${tableOf(node.from.froms[0])}`
  if (node.kind !== 'RawNode') return null
  const text = node.sqlFragments.join(' ')
  const statements = text.matchAll(/\b(insert|update|delete)\s+(?:into\s+|from\s+)?(?:\w+\.)?(\w+)/gi)
  // A row lock and what follows a conflict are no statement of their own.
  const [, verb, table] = [...statements].find(([, , named]) => !/^(?:skip|of|set)$/i.test(named ?? '')) ?? []
  return verb && table ? `${verb.toLowerCase()} ${table}` : null
}

function tableOf(node: unknown): string {
  const { table } = (node ?? {}) as { table?: { identifier?: { name: string } } } // kysely's TableNode
  return table?.identifier?.name ?? ''
}
