/** The only SQL that writes which PDFs are kept. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'

export interface KeptPdf {
  readonly key: string
  readonly kind: string
  readonly ownerId: string
  readonly subjects: readonly string[]
  /** With tickets, that of each as it was printed. */
  readonly epochs?: readonly number[] | undefined
  readonly sizeBytes: number
}

/**
 * Notes a PDF and lets go of the earlier ones about the same; false for an owner whose account is closed, or who no longer
 * holds a ticket as it was printed. A ticket that is being handed over at this moment is waited for: either what hands it
 * over sees this row and drops it, or there is none.
 */
export async function insertPdf(
  app: App,
  { key, kind, ownerId, subjects, epochs = [], sizeBytes }: KeptPdf,
): Promise<boolean> {
  const { rows } = await sql`
    with matching as (
      select t.id from tickets t
       where exists (select from unnest(${[...subjects]}::uuid[], ${[...epochs]}::int[]) p (id, epoch)
                      where p.id = t.id and p.epoch = t.epoch)
         and t.id = any (${[...subjects]}::uuid[]) and t.holder_id = ${ownerId}
       order by t.id for share),
      owner as (
        select id from users
         where id = ${ownerId} and state <> 'deleted' and (select count(*) from matching) = ${epochs.length}::int),
      older as (
        update kept_papers set is_dropped = true
         where exists (select from owner) and subjects && ${[...subjects]}::uuid[] and subjects = ${[...subjects]}::uuid[] and kind = ${kind} and key <> ${key})
    insert into kept_papers (key, kind, owner_id, subjects, size_bytes)
    select ${key}, ${kind}, id, ${[...subjects]}::uuid[], ${sizeBytes}::int from owner
    on conflict (key) do update set made_at = app_now(), is_dropped = false, size_bytes = excluded.size_bytes
    returning key`.execute(app.db)
  return rows.length > 0
}

/** Whether the PDF may still stay. */
export async function isKept(app: App, key: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('kept_papers')
    .select('key')
    .where('key', '=', key)
    .where('is_dropped', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePdf(app: App, key: string): Promise<void> {
  await app.db.deleteFrom('kept_papers').where('key', '=', key).execute()
}

/**
 * Lets go of every PDF about these ids, which changed hands or are no more. Call it in the transaction of the change; the files
 * go with the next sweep.
 */
export async function dropPdfs(app: Core, subjects: readonly string[]): Promise<void> {
  await sql`update kept_papers set is_dropped = true where subjects && ${[...subjects]}::uuid[]`.execute(app.db)
}

/** The same for every PDF with this person's name, whose things belong to another person now. */
export async function dropPdfsOf(app: Core, ownerId: string): Promise<void> {
  await app.db.updateTable('kept_papers').set({ is_dropped: true }).where('owner_id', '=', ownerId).execute()
}

export interface Leaving {
  readonly key: string
  /** As it was read: a PDF that was drawn again meanwhile has another. */
  readonly madeAt: string
}

/** Takes the rows of PDFs whose files are gone, unless they were drawn again meanwhile. */
export async function deleteLeft(app: App, left: readonly Leaving[]): Promise<void> {
  await sql`
    delete from kept_papers p using unnest(${left.map(({ key }) => key)}::text[], ${left.map(({ madeAt }) => madeAt)}::timestamptz[])
      as l (key, made_at) where p.key = l.key and p.made_at = l.made_at`.execute(app.db)
}
