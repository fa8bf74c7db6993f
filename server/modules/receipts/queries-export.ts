/** Documents issued to a person, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow, type Section } from '#server/db/section.ts'

export const sections: readonly Section[] = [
  section(
    'facturas.json',
    'las facturas y notas de crédito de tus compras, si se emitieron',
    (userId, after) => sql<PagedRow>`
      select i.id, jsonb_build_object('compra', o.number, 'clase',
               case when i.refund_id is null then 'factura' else 'nota de crédito' end,
               'numero', i.number, 'enlace', i.url, 'emitida', i.settled_at) as row
        from orders o join invoices i on i.order_id = o.id and i.state = 'issued'
       where o.buyer_id = ${userId}::uuid and i.id > ${after}::uuid order by i.id limit ${PAGE_ROWS}`,
  ),
]
