/**
 * The process that loads the demo data: it is ready once people and events are there, and ends after their history. If its
 * parent is gone, the next start begins again on a new database.
 */
import type { Config } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed.ts'
import { leaveParent, tellParent } from './parent.ts'

export async function runSeed(config: Config, connectionString: string): Promise<void> {
  await seedDemo(config, connectionString, () => tellParent({ kind: 'ready' }))
  leaveParent()
}
