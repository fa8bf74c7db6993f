/** The reminders that a person was sent, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow } from '#server/db/section.ts'

const received = section(
  'recordatorios.json',
  'los recordatorios que te mandaron los organizadores',
  (userId, after) => sql<PagedRow>`
    select r.id, jsonb_build_object('evento', e.name, 'de', case r.kind when 'cash' then 'un pago en efectivo' when 'expired' then 'una reserva vencida'
                                         else 'activar la cuenta' end,
             'dia', r.day) as row
      from reminders r join reminder_sends s on s.id = r.send_id join events e on e.id = s.event_id
     where r.user_id = ${userId}::uuid and r.id > ${after}::uuid order by r.id limit ${PAGE_ROWS}`,
)

export const sections = [received]
