/** The step of every start that comes before any request: the schema of this code, and the queue's tables. */
import { migrate } from '#server/db/migrate.ts'
import { installJobs } from '#server/jobs/install.ts'

/** Brings a database to what this code expects; repeatable, and two processes at once take turns. */
export async function prepareDatabase(connectionString: string): Promise<{ applied: string[] }> {
  const { applied } = await migrate(connectionString)
  await installJobs(connectionString)
  return { applied }
}
