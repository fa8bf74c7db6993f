/**
 * Short transactions of two flights: `begin` travels with the first statement and `commit` with the last ones, so that rows
 * stay locked for one round trip and the thinking in between, and nothing else (bench/README.md, P2).
 */
import { Kysely, PostgresDialect, type RawBuilder } from 'kysely'
import type pg from 'pg'
import type { DB } from '../schema.ts'

/** A process that stops between the flights holds its locks no longer than this. */
const IDLE_MS = 5000

/** What a pool needs to serve a pipeline. Types of pg know nothing of `pipeline` yet. */
export const PIPELINE_SETTINGS = { pipeline: true, idle_in_transaction_session_timeout: IDLE_MS }

export interface Decided<Result> {
  readonly writes: readonly RawBuilder<unknown>[]
  readonly result: Result
}

export interface Pipeline {
  /**
   * Runs `first`, hands its rows to `decide`, and commits with what that writes, in that order. A throw anywhere, `decide`
   * included, rolls back; no statement runs outside the transaction.
   */
  transact<Row, Result>(
    first: RawBuilder<Row>,
    decide: (rows: Row[]) => Decided<Result> | Promise<Decided<Result>>,
  ): Promise<Result>
  /** Ends the pool, unless something else did. */
  destroy(): Promise<void>
}

/** Over a pool opened with `PIPELINE_SETTINGS`; as many at once as that has connections. */
export function createPipeline(pool: pg.Pool): Pipeline {
  // Only writes statements out: it never connects.
  const compiler = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    async transact(first, decide) {
      const client = await pool.connect()
      const send = <Row>(builder: RawBuilder<Row>) => {
        const { sql, parameters } = builder.compile(compiler)
        return client.query({ text: sql, values: [...parameters] })
      }
      let lost: Error | undefined
      try {
        const [, facts] = await flight([client.query('begin'), send(first)])
        const { writes, result } = await decide(facts?.rows ?? [])
        await flight([...writes.map(send), client.query('commit')])
        return result
      } catch (error) {
        await client.query('rollback').catch((reason: unknown) => {
          lost = asError(reason)
        })
        throw error
      } finally {
        client.release(lost)
      }
    },
    destroy: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}

/** Waits for all of them, so that none is left without a listener; throws what the first one to fail threw. */
async function flight(sent: readonly Promise<pg.QueryResult>[]): Promise<pg.QueryResult[]> {
  const settled = await Promise.allSettled(sent)
  return settled.map((each) => {
    if (each.status === 'rejected') throw asError(each.reason)
    return each.value
  })
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
