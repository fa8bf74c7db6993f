/**
 * A process that is killed at a moment of the test's choosing: right after its n-th step that nothing takes back, which is a
 * commit, a statement on its own that writes, a job of the queue taken or ended, a call of the payment provider or a message
 * handed over. From then on it reaches nothing: neither database nor network, and what it had open is rolled back, as by
 * `kill -9`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { CompiledQuery, Kysely, KyselyPlugin, OperationNode, QueryResult, Transaction } from 'kysely'
import type { App } from '#server/context.ts'
import type { Pipeline } from '#server/db/connection/pipeline.ts'
import type { DB } from '#server/db/schema.ts'
import { queues } from '#server/jobs/install.ts'
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

/**
 * The same process again, with an end: it dies once it has taken so many steps, or the first step of this name. `Infinity` only
 * counts them.
 */
export function createMortalApp(alive: App, diesAfter: number | string): MortalApp {
  const steps: string[] = []
  const isDead = () => (typeof diesAfter === 'number' ? steps.length >= diesAfter : steps.includes(diesAfter))
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
      orders: mortalPipeline(alive.reserved.orders, 'orders', breathe, step),
      payments: mortalPipeline(alive.reserved.payments, 'payments', breathe, step),
    },
    vendors: {
      ...alive.vendors,
      payments: mortalCalls(alive.vendors.payments, 'provider', breathe, step),
      email: mortalCalls(alive.vendors.email, 'mail', breathe, step),
      whatsapp: mortalCalls(alive.vendors.whatsapp, 'whatsapp', breathe, step),
    },
    // What a process keeps for itself dies with it.
    processCache: createProcessCache(alive.clock),
  }
  return { app, steps, isDead }
}

/** Writes within a transaction happen with its commit and are reported with it. */
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
      const ofQueue = (what: string | null) => void (what && written.add(what))
      const result = await db.transaction().execute((tx) => work(watchQueue(tx.withPlugin(notes), breathe, ofQueue)))
      if (written.size > 0) step(`commit: ${[...written].join(', ')}`)
      return result
    },
  })
  const reporting = watchQueue(watched, breathe, (what) => (what ? step(what) : breathe()))
  return new Proxy(reporting, {
    get(target, key) {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The queue's own statements go by the text, past every plugin: reported as `add job refunds.notify`, `take job …`, `end job …`. */
function watchQueue<Handle extends Kysely<DB>>(
  db: Handle,
  breathe: () => void,
  report: (what: string | null) => void,
): Handle {
  const executeQuery = async <Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> => {
    breathe()
    const result = await db.executeQuery<Row>(query)
    report(result.rows.length > 0 ? jobActOf(query) : null)
    return result
  }
  return new Proxy(db, {
    get(target, key) {
      if (key === 'executeQuery') return executeQuery
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What a statement of the queue does to which job; null where it only reads. */
function jobActOf({ sql, parameters }: CompiledQuery): string | null {
  if (!/\b(?:insert into|update) pgboss\.job/i.test(sql)) return null
  const given = `${sql} ${JSON.stringify(parameters)}`
  const name = queues.map((each) => each.name).find((each) => given.includes(each)) ?? 'of another kind'
  if (sql.includes("state = 'active',")) return `take job ${name}`
  return /\breturning id\b/i.test(sql) && /^\s*insert/i.test(sql) ? `add job ${name}` : `end job ${name}`
}

function mortalPipeline(pipeline: Pipeline, name: string, breathe: () => void, step: (what: string) => void): Pipeline {
  return {
    async transact(first, decide) {
      breathe()
      const result = await pipeline.transact(first, decide)
      step(`commit: a batch of ${name}`)
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
        return answer.then((result: unknown) => {
          step(`${name}: ${String(key)}`)
          return result
        })
      }
    },
  })
}

/** The database's functions that write: where one is called, rows change. */
const FUNCTIONS = new URL('../db/functions/', import.meta.url)
const writers = readdirSync(FUNCTIONS)
  .filter((file) => statementsIn(readFileSync(new URL(file, FUNCTIONS), 'utf8').replaceAll(/^--.*$/gm, '')).length > 0)
  .map((file) => file.replace('.sql', ''))
const callOfWriter = new RegExp(`\\b(?:${writers.join('|')})(?=\\()`)

/** `insert refunds`, `take refunds` where a lease is taken, `call stock_move`: what a statement writes; null where it only reads. */
function writtenBy(node: OperationNode): string | null {
  if (node.kind === 'RawNode') {
    const text = textOf(node)
    const [, verb = '', table = ''] = statementsIn(text)[0] ?? []
    if (table) return `${/\bfor update skip locked\b/.test(text) ? 'take' : verb.toLowerCase()} ${table}`
    const [called] = callOfWriter.exec(text) ?? []
    return called === undefined ? null : `call ${called}`
  }
  const { into, table, from } = node as Partial<Record<'into' | 'table' | 'from', OperationNode>> // kysely's nodes
  if (node.kind === 'InsertQueryNode') return `insert ${textOf(into)}`
  if (node.kind === 'UpdateQueryNode') return `update ${textOf(table)}`
  if (node.kind === 'DeleteQueryNode')
    return `delete ${textOf((from as { froms?: OperationNode[] } | undefined)?.froms?.[0])}`
  return null
}

/** Verb and table of each that writes. A row lock and what follows a conflict are no statement of their own. */
function statementsIn(text: string): RegExpExecArray[] {
  const found = text.matchAll(/(?<!\bfor |\bno key )\b(insert|update|delete)\s+(?:into\s+|from\s+)?(?:\w+\.)?(\w+)/gi)
  return [...found].filter(([, , named]) => !/^(?:skip|of|set)$/i.test(named ?? ''))
}

/** A statement's words with the tables that it names; what else it is given, as `?`. */
function textOf(node: OperationNode | undefined): string {
  if (node?.kind === 'RawNode') {
    const { sqlFragments, parameters } = node as unknown as { sqlFragments: string[]; parameters: OperationNode[] } // kysely's RawNode
    return sqlFragments.map((words, n) => (n === 0 ? words : textOf(parameters[n - 1]) + words)).join('')
  }
  const { table } = (node ?? {}) as { table?: { identifier?: { name: string } } } // kysely's TableNode
  return table?.identifier?.name ?? '?'
}
