/** The product's own `App` for a script, over the database that `npm start` uses. */
import { join } from 'node:path'
import { createApp, type AppOptions } from '#server/app.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { App } from '#server/context.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { prepareDatabase } from '#server/processes/prepare-database.ts'

/** Runs `work`, with a running server or without one, and leaves the database as it found it: running or stopped. */
export async function withOwnApp<Result>(
  work: (app: App) => Promise<Result>,
  { changes, ...options }: Pick<AppOptions, 'longestAnswerMs'> & { readonly changes?: Partial<Config> } = {},
): Promise<Result> {
  const config = { ...readConfig(), ...changes, logLevel: 'warn' as const }
  const log = (message: string) => void process.stderr.write(`${message}\n`)
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: join(config.home, 'postgres'), share: true, log })
      : null
  const connectionString = config.databaseUrl ?? postgres?.url ?? ''
  try {
    await prepareDatabase(connectionString)
    const running = await createApp({ config, connectionString, process: 'worker', ...options })
    try {
      return await work(running.app)
    } finally {
      await running.close()
    }
  } finally {
    await postgres?.stop()
  }
}
