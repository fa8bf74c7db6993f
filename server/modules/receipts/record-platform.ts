/** Records who runs the platform, from the environment, for receipts of what is paid meanwhile. */
import type { PlatformData } from '#contract/platform/platform.ts'
import { inTransaction, perProcess, type App } from '#server/context.ts'
import { findPlatform } from './queries.ts'
import { insertPlatform, lockProgress } from './store.ts'

/** Adds a version when the environment differs from the last one. Example data is not recorded. */
export async function recordPlatform(app: App): Promise<void> {
  const { platform } = app.config
  // Once a process: while a release is being changed two of them say different things.
  const noted = perProcess(app, `receipts.platform ${JSON.stringify(platform)}`, () => ({ isDone: false }))
  if (noted.isDone) return
  await keep(app, platform)
  noted.isDone = true
}

async function keep(app: App, platform: PlatformData): Promise<void> {
  if (platform.isExample) return
  await inTransaction(app, async (app) => {
    await lockProgress(app)
    const last = await findPlatform(app)
    if (!last || FIELDS.some((field) => last[field] !== platform[field])) await insertPlatform(app, platform)
  })
}

const FIELDS = ['legalName', 'cuit', 'vatCondition', 'address'] as const
