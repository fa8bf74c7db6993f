/** The process that loads the demo data and ends. A parent that is gone begins again at its next start, on a new database. */
import type { Config } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { leaveParent } from './parent.ts'

export async function runSeed(config: Config, connectionString: string): Promise<void> {
  await seedDemo(config, connectionString)
  leaveParent()
}
