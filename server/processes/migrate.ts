import type { Config } from '#server/config.ts'
import { prepareDatabase } from './prepare-database.ts'

/** `main.ts migrate`: prepares the database, says what was applied, and ends. Run it before the new version's processes. */
export async function runMigrate(_config: Config, connectionString: string): Promise<void> {
  const { applied } = await prepareDatabase(connectionString)
  process.stdout.write(
    applied.length === 0 ? 'La base de datos ya estaba al día.\n' : `Aplicado:\n  ${applied.join('\n  ')}\n`,
  )
}
