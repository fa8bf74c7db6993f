/** How many statements a piece of work sends: for lists, which send a few however many rows they show. */
import type { KyselyPlugin } from 'kysely'
import type { App } from '#server/context.ts'

/** Runs `work` with an app whose database counts, and returns the count. */
export async function countStatements(app: App, work: (app: App) => Promise<unknown>): Promise<number> {
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work({ ...app, db: app.db.withPlugin(counting) })
  return count
}
