/** A person's purchases, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, pesos, section, type PagedRow, type Section } from '#server/db/section.ts'

const orders = section(
  'compras.json',
  'tus compras, con sus pagos y devoluciones',
  (userId, after) => sql<PagedRow>`
    select o.id, jsonb_build_object(
             'numero', o.number, 'evento', e.name, 'organizacion', c.name, 'estado', o.state, 'creada', o.created_at,
             'pagada', o.paid_at, 'subtotal', ${pesos(sql`o.subtotal_cents`)}, 'cargo', ${pesos(sql`o.fee_cents`)},
             'total', ${pesos(sql`o.total_cents`)}, 'devuelto', ${pesos(sql`o.refunded_cents`)}, 'desde', o.platform,
             'codigoDePromotor', o.referral_code, 'codigoDeDescuento', o.discount_code,
             'descuento', ${pesos(sql`o.discount_cents`)},
             'entradas', (select jsonb_agg(jsonb_build_object('tipo', y.name, 'cantidad', l.quantity,
                                   'precio', ${pesos(sql`l.unit_price_cents`)}, 'descuento', ${pesos(sql`l.unit_discount_cents`)},
                                  'cargo', ${pesos(sql`l.unit_fee_cents`)}))
                            from order_lines l join ticket_types y on y.id = l.type_id where l.order_id = o.id),
             'bebidas', (select jsonb_agg(jsonb_build_object('nombre', d.name, 'cantidad', l.quantity,
                                  'precio', ${pesos(sql`l.unit_price_cents`)}, 'cargo', ${pesos(sql`l.unit_fee_cents`)}))
                           from order_drinks l join drinks d on d.id = l.drink_id where l.order_id = o.id),
             'pagos', (select jsonb_agg(jsonb_build_object('numero', p.provider_payment_id, 'medio', p.method,
                                 'estado', p.status, 'importe', ${pesos(sql`p.amount_cents`)}, 'aprobado', p.approved_at))
                         from payments p where p.order_id = o.id),
             'devoluciones', (select jsonb_agg(jsonb_build_object('estado', r.state, 'importe', ${pesos(sql`r.amount_cents`)},
                                        'motivo', r.reason, 'pedida', r.created_at, 'hecha', r.completed_at))
                                from refunds r where r.order_id = o.id)) as row
      from orders o join events e on e.id = o.event_id join companies c on c.id = o.company_id
     where o.buyer_id = ${userId}::uuid and o.id > ${after}::uuid order by o.id limit ${PAGE_ROWS}`,
)

/** Here because tickets that a person paid and others hold are found by the orders. */
const tickets = section(
  'entradas.json',
  'las entradas que tenés o pagaste',
  (userId, after) => sql<PagedRow>`
    select t.id, jsonb_build_object(
             'numero', t.number, 'evento', e.name, 'fecha', e.starts_at, 'tipo', y.name, 'clase', t.kind, 'estado', t.state,
             'laTengo', t.holder_id = ${userId}::uuid, 'laPague', t.payer_id = ${userId}::uuid,
             'precio', ${pesos(sql`t.price_cents`)}, 'cargo', ${pesos(sql`t.fee_cents`)}, 'emitida', t.created_at,
             'ingreso', t.used_at,
             'bebidas', (select jsonb_agg(jsonb_build_object('nombre', d.name, 'precio', ${pesos(sql`v.price_cents`)},
                                  'cargo', ${pesos(sql`v.fee_cents`)}, 'retirada', v.redeemed_at))
                           from drink_vouchers v join drinks d on d.id = v.drink_id where v.ticket_id = t.id)) as row
      from (select h.id from tickets h where h.holder_id = ${userId}::uuid
            union
            select b.id from orders o join tickets b on b.order_id = o.id where o.buyer_id = ${userId}::uuid) own
      join tickets t on t.id = own.id
      join events e on e.id = t.event_id
      join ticket_types y on y.id = t.type_id
     where t.id > ${after}::uuid order by t.id limit ${PAGE_ROWS}`,
)

export const sections: readonly Section[] = [orders, tickets]
