/** The regrets of a person's purchases, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow } from '#server/db/section.ts'

const regrets = section(
  'arrepentimientos.json',
  'tus arrepentimientos de compras',
  (userId, after) => sql<PagedRow>`
    select r.id, jsonb_build_object('codigo', r.code, 'cuando', r.submitted_at, 'compras', m.purchases) || m.typed as row
      from regrets r
     cross join lateral (
       -- What was typed may be another buyer's, if the regret has purchases of several.
       select jsonb_agg(jsonb_build_object('compra', o.number, 'estado', l.state, 'respuesta', l.answer, 'resuelto', l.done_at)
                        order by o.id) filter (where o.buyer_id = ${userId}::uuid) as purchases,
              case when bool_and(o.buyer_id = ${userId}::uuid)
                   then jsonb_build_object('numero', r.order_number, 'contacto', r.contact) else '{}' end as typed
         from regret_orders l join orders o on o.id = l.order_id where l.regret_id = r.id) m
     where r.id in (select l.regret_id from regret_orders l join orders o on o.id = l.order_id
                     where o.buyer_id = ${userId}::uuid)
       and r.id > ${after}::uuid order by r.id limit ${PAGE_ROWS}`,
)

export const sections = [regrets]
