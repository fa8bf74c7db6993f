/** A person's notices of cancelled, moved and near events, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow } from '#server/db/section.ts'

const received = section(
  'avisos.json',
  'los avisos de eventos cancelados o cambiados y los recordatorios que te mandamos',
  (userId, after) => sql<PagedRow>`
    select d.id, jsonb_build_object('evento', e.name, 'que', case n.kind when 'cancelled' then 'cancelado' when 'reminder' then 'recordatorio'
                                         else 'cambio de fecha o lugar' end,
             'medio', d.channel, 'estado', d.state, 'cuando', d.created_at) as row
      from notice_deliveries d join event_notices n on n.id = d.notice_id join events e on e.id = n.event_id
     where d.user_id = ${userId}::uuid and d.id > ${after}::uuid order by d.id limit ${PAGE_ROWS}`,
)

export const sections = [received]
