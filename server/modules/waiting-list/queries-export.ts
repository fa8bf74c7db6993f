/** Where a person waited, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow, type Section } from '#server/db/section.ts'

const waiting = section(
  'lista-de-espera.json',
  'las listas de espera en las que te anotaste',
  (userId, after) => sql<PagedRow>`
    select w.id, jsonb_build_object(
             'evento', e.name, 'tipo', t.name, 'cantidad', w.quantity, 'estado', w.state, 'desde', w.joined_at,
             'lugaresOfrecidos', w.offered, 'ofrecidos', w.offered_at, 'hasta', w.offer_until, 'terminada', w.ended_at) as row
      from waiting_list_entries w join events e on e.id = w.event_id join ticket_types t on t.id = w.type_id
     where w.person_id = ${userId}::uuid and w.id > ${after}::uuid order by w.id limit ${PAGE_ROWS}`,
)

export const sections: readonly Section[] = [waiting]
