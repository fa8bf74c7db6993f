/**
 * The demo's past is lived, not invented: its sales and scans go through the use cases with the clocks of code and
 * database set back, so that every row carries the time it would have had.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { createPool } from '#server/db/connection/client.ts'
import { openReserved } from '#server/db/connection/reserved.ts'
import type { DB } from '#server/db/schema.ts'
import { createClock, fromEpochMs, type Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'

export interface TimeMachine {
  readonly config: Config
  readonly connectionString: string
  readonly log: Logger
}

const CONNECTIONS = 6

/** Runs `work` with an `App` that believes it is `hours` from now (negative is the past). */
export async function at<Result>(
  machine: TimeMachine,
  hours: number,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const seconds = Math.round(hours * 3600)
  const open = (name: string, max: number, connection: object = {}) =>
    createPool({
      connectionString: machine.connectionString,
      name,
      max,
      onError: (error) => machine.log.warn({ err: error }, 'database connection lost'),
      settings: { 'previa.clock_offset': `${seconds}s` },
      connection,
    })
  const running = await createApp({
    config: machine.config,
    connectionString: machine.connectionString,
    process: 'worker',
    clock: shifted(seconds),
    log: machine.log,
    databases: {
      db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: open('demo', CONNECTIONS) }) }),
      reserved: openReserved((name, max, connection) => open(`demo-${name}`, max, connection), { confirmations: 1 }),
    },
    isAlone: true,
  })
  try {
    return await work(running.app)
  } finally {
    await running.close()
  }
}

function shifted(seconds: number): Clock {
  const real = createClock()
  const epochMs = () => real.epochMs() + seconds * 1000
  return { epochMs, now: () => fromEpochMs(epochMs()) }
}
