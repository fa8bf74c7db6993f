/** The process that loads the demo data and ends. */
import type { Config } from '#server/config.ts'
import { seedDemo } from '#server/demo/seed.ts'

export async function runSeed(config: Config, connectionString: string): Promise<void> {
  await seedDemo(config, connectionString)
}
