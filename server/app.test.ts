import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, type RunningApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { inTransaction } from '#server/context.ts'
import { ensureActiveKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'

let database: TestDatabase
let home: string
beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(join(tmpdir(), 'previa-test-'))
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true, force: true })
})

test.each(['web', 'worker'] as const)(
  'in a %s process, as many transactions as there are connections get the key of ticket codes',
  async (process) => {
    const environment = { PREVIA_HOME: home, PREVIA_MASTER_KEY: randomBytes(32).toString('base64'), LOG_LEVEL: 'error' }
    const config = readConfig(environment)
    const running: RunningApp = await createApp({
      config,
      connectionString: database.connectionString,
      process,
      isAlone: true,
    })
    const count = config.pools[process]
    const all = Promise.withResolvers<undefined>()
    let open = 0
    const keys = await Promise.all(
      Array.from({ length: count }, () =>
        inTransaction(running.app, async () => {
          open += 1
          if (open === count) all.resolve(undefined)
          await all.promise
          return ensureActiveKey(running.app)
        }),
      ),
    )
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
    await running.app.db.deleteFrom('qr_keys').execute()
    await running.close()
  },
)
