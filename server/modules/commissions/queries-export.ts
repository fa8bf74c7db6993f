/** A promoter's settlements, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, pesos, section, type PagedRow } from '#server/db/section.ts'

export const sections = [
  section(
    'liquidaciones.json',
    'lo que te pagaron y lo que rendiste como RRPP',
    (userId, after) => sql<PagedRow>`
      select s.id, jsonb_build_object(
               'evento', e.name, 'estado', s.state, 'comision', ${pesos(sql`s.commission_cents`)},
               'rendido', ${pesos(sql`s.handed_in_cents`)}, 'contado', ${pesos(sql`s.counted_cents`)},
               'propuesta', s.created_at, 'cerrada', s.ended_at) as row
        from promoter_settlements s join promos p on p.id = s.promo_id join events e on e.id = p.event_id
       where p.promoter_id = ${userId}::uuid and s.id > ${after}::uuid order by s.id limit ${PAGE_ROWS}`,
  ),
]
