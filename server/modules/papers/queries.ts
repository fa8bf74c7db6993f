/** Which PDFs are to leave. */
import { sql } from 'kysely'
import type { App } from '#server/context.ts'
import type { Leaving } from './store.ts'

// As text, because an instant on the wire has milliseconds alone.
const columns = sql`key, made_at::text as "madeAt"`

/** Those that were let go of, and the oldest of those beyond `maxBytes` together. */
export async function listLeaving(app: App, maxBytes: number, limit: number): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    select ${columns} from (
      select key, made_at, is_dropped,
        sum(size_bytes) filter (where not is_dropped) over (order by made_at desc, key) as total from kept_papers) p
     where is_dropped or total > ${maxBytes} limit ${limit}`.execute(app.db)
  return rows
}

/** Every PDF with this person's name. */
export async function listPdfsOf(app: App, ownerId: string): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`select ${columns} from kept_papers where owner_id = ${ownerId}`.execute(app.db)
  return rows
}
