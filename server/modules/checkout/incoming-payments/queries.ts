/** Reads of payments that came, and of what they pay. */
import { sql } from 'kysely'
import type { Core } from '#server/context.ts'
import type { LatePaymentFacts } from './decide-payment.ts'

/** The facts that decide a late payment. Read them under the locks of the order's stock and of its discount code. */
export async function findLatePaymentFacts(app: Core, orderId: string): Promise<LatePaymentFacts> {
  const taken = (counted: string) => sql`coalesce((select c.taken from buyer_counters c
    where c.event_id = o.event_id and c.buyer_id = o.buyer_id and c.type_id = ${sql.ref(counted)}), 0)`
  const { rows } = await sql<LatePaymentFacts>`
    select events_is_on_sale(e.state, e.expires_at, c.state, app_now()) as "isOnSale", b.state = 'deleted' as "hasBuyerLeft",
           e.person_limit as "personLimit", ${taken('o.event_id')} as "takenOfEvent",
           (select json_agg(json_build_object('type', json_build_object('id', t.id, 'perPersonLimit', t.per_person_limit),
                                              'quantity', l.quantity, 'takenOfType', ${taken('l.type_id')}))
              from order_lines l join ticket_types t on t.id = l.type_id where l.order_id = o.id) as lines,
           (select json_build_object('id', d.id, 'uses', d.uses, 'maxUses', d.max_uses, 'perPersonLimit', d.per_person_limit,
                     'usesOfPerson', (select count(*) from orders k
                                       where k.discount_code_id = d.id and k.buyer_id = o.buyer_id and checkout_counts_discount(k.state)))
              from discount_codes d where d.id = o.discount_code_id) as discount
      from orders o join events e on e.id = o.event_id join companies c on c.id = o.company_id join users b on b.id = o.buyer_id
     where o.id = ${orderId}::uuid`.execute(app.db)
  const [facts] = rows
  if (!facts) throw new Error('A paid order is not there')
  return facts
}
