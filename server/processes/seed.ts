/** The process that loads the demo data and ends. */
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { seedDemo } from './demo-data.ts'

export async function runSeed(config: Config, connectionString: string): Promise<void> {
  const running = await createApp({ config, connectionString, process: 'worker' })
  try {
    await seedDemo(running.app)
  } finally {
    await running.close()
  }
}
