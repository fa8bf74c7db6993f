/** The regrets of a person's purchases, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow } from '#server/db/section.ts'

const regrets = section(
  'arrepentimientos.json',
  'tus arrepentimientos de compras',
  (userId, after) => sql<PagedRow>`
    select r.id, jsonb_build_object('codigo', r.code, 'cuando', r.submitted_at, 'estado', r.state, 'compra', r.order_number,
             'contacto', r.contact, 'respuesta', r.answer, 'resuelto', r.done_at) as row
      from regrets r
     where r.id in (select l.regret_id from regret_orders l join orders o on o.id = l.order_id
                     where o.buyer_id = ${userId}::uuid)
       and r.id > ${after}::uuid order by r.id limit ${PAGE_ROWS}`,
)

export const sections = [regrets]
