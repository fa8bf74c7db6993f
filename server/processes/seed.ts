/** The process that loads the demo data and ends. */
import type { Config } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed.ts'

export async function runSeed(config: Config, connectionString: string): Promise<void> {
  // A parent that is gone begins anew at its next start, on a new database.
  const orphaned = () => process.exit(1)
  process.once('disconnect', orphaned)
  await seedDemo(config, connectionString)
  process.off('disconnect', orphaned)
  if (process.connected) process.disconnect()
}
