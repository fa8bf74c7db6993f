/** Where a person took part, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow, type Section } from '#server/db/section.ts'

const entered = section(
  'sorteos.json',
  'los sorteos en los que participaste, con tu código',
  (userId, after) => sql<PagedRow>`
    select r.id, jsonb_build_object(
             'evento', e.name, 'premio', r.prize, 'estado', r.state, 'codigo', n.code, 'desde', n.entered_at,
             'puesto', case when r.state = 'published' then n.place end) as row
      from raffle_entries n join raffles r on r.id = n.raffle_id join events e on e.id = r.event_id
     where n.person_id = ${userId}::uuid and r.id > ${after}::uuid order by r.id limit ${PAGE_ROWS}`,
)

export const sections: readonly Section[] = [entered]
