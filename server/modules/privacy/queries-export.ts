/** The copy of a person's data: every module adds its files; these are this module's. */
import { sql } from 'kysely'
import type { App, Core } from '#server/context.ts'
import { PAGE_ROWS, section, type PagedRow, type Section } from '#server/db/section.ts'

const requests = section(
  'solicitudes.json',
  'tus pedidos de eliminación de cuenta y de datos',
  (userId, after) => sql<PagedRow>`
    select own.id, own.row
      from (select d.id, jsonb_build_object('que', 'eliminar cuenta', 'estado', d.state, 'pedida', d.requested_at,
                     'motivo', d.reason, 'respuesta', d.rejection_reason, 'resuelta', d.ended_at) as row
              from account_deletions d where d.user_id = ${userId}::uuid
            union all
            select x.id, jsonb_build_object('que', 'descargar datos', 'estado', x.state, 'pedida', x.requested_at)
              from data_exports x where x.user_id = ${userId}::uuid) own
     where own.id > ${after}::uuid order by own.id limit ${PAGE_ROWS}`,
)

export const sections = [requests]

/** Every file of the copy, with the sections that stand in it. */
export function filesOf({ modules }: Core): (readonly [file: string, sections: readonly Section[]])[] {
  return [
    ...Map.groupBy(
      modules.flatMap(({ person }) => person?.sections ?? []),
      ({ file }) => file,
    ),
  ]
}

/** The rows of a file. */
export async function* readFile(app: App, userId: string, sections: readonly Section[]): AsyncGenerator<object> {
  const [first, ...others] = sections
  if (first && others.length === 0) return yield* first.read(app, userId)
  const rows = []
  for (const { read } of sections) for await (const row of read(app, userId)) rows.push(row)
  yield Object.assign({}, ...rows)
}

/** The tickets that a person holds and may still show, or has used: those that have a PDF. */
export function listPrintableTickets(app: App, userId: string): Promise<{ id: string; number: string }[]> {
  return app.db
    .selectFrom('tickets')
    .select(['id', 'number'])
    .where('holder_id', '=', userId)
    .where('state', 'in', ['valid', 'used'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
