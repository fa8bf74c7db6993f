/**
 * Connections that screens never make wait: what a sale or a scan needs has its own. Opened on first use, so that a process
 * that sells nothing has none.
 */
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { createPipeline, PIPELINE_SETTINGS, type Pipeline } from './pipeline.ts'
import type { DB } from '../schema.ts'

export interface Reserved {
  /**
   * Session look-ups, and what a transaction needs read outside of itself: single statements alone. Were that read on `db`,
   * as many transactions as it has connections would wait for one another.
   */
  readonly lookups: Kysely<DB>
  /** Batches of orders. */
  readonly orders: Pipeline
  /** Scans and attendance. */
  readonly door: Kysely<DB>
  /** Payments that become tickets one by one… */
  readonly confirmations: Kysely<DB>
  /** … and in batches, on the same connections. */
  readonly payments: Pipeline
}

export type OpenPool = (name: string, max: number, settings: object) => pg.Pool

/** `confirmations` is how many connections those have; each of the others has one. */
export function openReserved(open: OpenPool, { confirmations }: { confirmations: number }): Reserved {
  const over = (pool: pg.Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const paying = open('confirmations', confirmations, PIPELINE_SETTINGS)
  return {
    lookups: over(open('lookups', 1, {})),
    orders: createPipeline(open('orders', 1, PIPELINE_SETTINGS)),
    door: over(open('door', 1, {})),
    confirmations: over(paying),
    payments: createPipeline(paying),
  }
}

export async function closeReserved({ lookups, orders, door, confirmations, payments }: Reserved): Promise<void> {
  // Kysely leaves a pool alone that it never used, so the pipeline on the same pool ends it then.
  const ended = confirmations.destroy().then(() => payments.destroy())
  await Promise.all([lookups.destroy(), orders.destroy(), door.destroy(), ended])
}
