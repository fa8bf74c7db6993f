/** What a person gave, got and was sent, in the copy of their data. */
import { sql } from 'kysely'
import { maskName } from '#contract/values/phone.ts'
import type { App } from '#server/context.ts'
import { PAGE_ROWS, paged, section, type PagedRow, type Section } from '#server/db/section.ts'

/** Of the other person half a name: the rest is theirs. */
async function* readTransfers(app: App, userId: string): AsyncGenerator<Record<string, unknown>> {
  const rows = paged(
    app,
    (after) => sql<PagedRow>`
    select x.id, jsonb_build_object('entrada', t.number, 'evento', e.name, 'cuando', x.created_at,
             'sentido', case when x.from_id = ${userId}::uuid then 'dada' else 'recibida' end, 'persona', o.name) as row
      from (select f.id from ticket_transfers f where f.from_id = ${userId}::uuid
            union
            select r.id from tickets h join ticket_transfers r on r.ticket_id = h.id
             where h.holder_id = ${userId}::uuid and r.to_id = ${userId}::uuid) own
      join ticket_transfers x on x.id = own.id
      join tickets t on t.id = x.ticket_id
      join events e on e.id = t.event_id
      join users o on o.id = case when x.from_id = ${userId}::uuid then x.to_id else x.from_id end
     where x.id > ${after}::uuid order by x.id limit ${PAGE_ROWS}`,
  )
  for await (const row of rows) yield { ...row, persona: maskName(String(row['persona'])) }
}

const transfers: Section = {
  file: 'transferencias.json',
  about: 'las entradas que diste o recibiste',
  read: readTransfers,
}

const deliveries = section(
  'envios.json',
  'los mails y WhatsApp con tus entradas',
  (userId, after) => sql<PagedRow>`
    select d.id, jsonb_build_object('entrada', t.number, 'medio', d.channel, 'estado', d.state, 'creado', d.created_at,
             'enviado', d.sent_at) as row
      from tickets t join deliveries d on d.ticket_id = t.id and d.epoch = t.epoch
     where t.holder_id = ${userId}::uuid and d.id > ${after}::uuid order by d.id limit ${PAGE_ROWS}`,
)

export const sections: readonly Section[] = [transfers, deliveries]
