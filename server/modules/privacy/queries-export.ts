/** Everything that is held about a person, section by section, a page of rows at a time. */
import { sql, type RawBuilder } from 'kysely'
import { maskName } from '#contract/phone.ts'
import type { App } from '#server/context.ts'

const PAGE_ROWS = 500

export interface Section {
  readonly file: string
  /** Gives the rows one by one; reads them by pages. */
  readonly read: (app: App, userId: string) => AsyncIterable<unknown>
}

interface PagedRow {
  readonly id: string
  readonly row: Record<string, unknown>
}

/** Pages by the id that the rows are ordered by: `select` gives those after it, each as `{id, row}`. */
async function* paged(
  app: App,
  select: (after: string) => RawBuilder<PagedRow>,
): AsyncGenerator<Record<string, unknown>> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await select(after).execute(app.db)
    for (const { row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = last.id
  }
}

function section(file: string, select: (userId: string, after: string) => RawBuilder<PagedRow>): Section {
  return { file, read: (app, userId) => paged(app, (after) => select(userId, after)) }
}

const pesos = (column: RawBuilder<unknown>) => sql`${column} / 100.0`

const profile = section(
  'perfil.json',
  (userId, after) => sql<PagedRow>`
    select u.id, jsonb_build_object(
             'id', u.id, 'nombre', u.name, 'email', u.mail, 'emailProbado', u.mail_proved_at,
             'emailPendiente', u.pending_mail, 'telefono', u.phone, 'telefonoProbado', u.phone_proved_at,
             'telefonoPendiente', u.pending_phone, 'genero', u.gender, 'nacimiento', u.birth_date,
             'aceptaPublicidad', u.accepts_advertising, 'perfilPrivado', u.is_private_profile, 'estado', u.state,
             'creada', u.created_at, 'aceptoTerminos', u.terms_accepted_at, 'imagen', u.profile_image_id,
             'google', (select jsonb_build_object('email', g.mail, 'desde', g.created_at, 'ultimoUso', g.last_used_at)
                          from user_identities g where g.user_id = u.id and g.provider = 'google'),
             'busquedasDeTelefono', (select jsonb_build_object('desde', p.since, 'cantidad', p.searches)
                                       from phone_searches p where p.user_id = u.id)) as row
      from users u where u.id = ${userId}::uuid and u.id > ${after}::uuid`,
)

const roles = section(
  'roles.json',
  (userId, after) => sql<PagedRow>`
    select u.id, jsonb_build_object(
             'godAdmin', u.is_god_admin, 'admin', u.is_admin, 'permiso', u.permission,
             'roles', (select jsonb_agg(jsonb_build_object('rol', r.role, 'desde', r.granted_at))
                         from user_roles r where r.user_id = u.id),
             'organizaciones', (select jsonb_agg(jsonb_build_object('organizacion', c.name, 'rol', m.role, 'desde', m.created_at))
                                  from company_members m join companies c on c.id = m.company_id where m.user_id = u.id),
             'eventos', (select jsonb_agg(jsonb_build_object('evento', e.name, 'rol', s.kind, 'desde', s.created_at))
                           from event_staff s join events e on e.id = s.event_id where s.user_id = u.id),
             'codigosDePromotor', (select jsonb_agg(jsonb_build_object('evento', e.name, 'codigo', k.code))
                                     from referral_codes k join events e on e.id = k.event_id
                                    where k.promoter_id = u.id)) as row
      from users u where u.id = ${userId}::uuid and u.id > ${after}::uuid`,
)

/** Of a support session only that it was: address and browser are the agent's. */
const sessions = section(
  'sesiones.json',
  (userId, after) => sql<PagedRow>`
    select s.id, jsonb_build_object('desde', s.created_at, 'vence', s.expires_at, 'cerrada', s.ended_at, 'deSoporte', s.impersonator_id is not null,
             'direccion', case when s.impersonator_id is null then s.ip end,
             'navegador', case when s.impersonator_id is null then s.agent end) as row
      from sessions s where s.user_id = ${userId}::uuid and s.id > ${after}::uuid order by s.id limit ${PAGE_ROWS}`,
)

const orders = section(
  'compras.json',
  (userId, after) => sql<PagedRow>`
    select o.id, jsonb_build_object(
             'numero', o.public_id, 'evento', e.name, 'organizacion', c.name, 'estado', o.state, 'creada', o.created_at,
             'pagada', o.paid_at, 'subtotal', ${pesos(sql`o.subtotal_cents`)}, 'cargo', ${pesos(sql`o.fee_cents`)},
             'total', ${pesos(sql`o.total_cents`)}, 'devuelto', ${pesos(sql`o.refunded_cents`)}, 'desde', o.platform,
             'codigoDePromotor', o.referral_code,
             'entradas', (select jsonb_agg(jsonb_build_object('tipo', y.name, 'cantidad', l.quantity,
                                   'precio', ${pesos(sql`l.unit_price_cents`)}, 'cargo', ${pesos(sql`l.unit_fee_cents`)}))
                            from order_lines l join ticket_types y on y.id = l.type_id where l.order_id = o.id),
             'pagos', (select jsonb_agg(jsonb_build_object('numero', p.provider_payment_id, 'medio', p.method,
                                 'estado', p.status, 'importe', ${pesos(sql`p.amount_cents`)}, 'aprobado', p.approved_at))
                         from payments p where p.order_id = o.id),
             'devoluciones', (select jsonb_agg(jsonb_build_object('estado', r.state, 'importe', ${pesos(sql`r.amount_cents`)},
                                        'motivo', r.reason, 'pedida', r.created_at, 'hecha', r.completed_at))
                                from refunds r where r.order_id = o.id)) as row
      from orders o join events e on e.id = o.event_id join companies c on c.id = o.company_id
     where o.buyer_id = ${userId}::uuid and o.id > ${after}::uuid order by o.id limit ${PAGE_ROWS}`,
)

const tickets = section(
  'entradas.json',
  (userId, after) => sql<PagedRow>`
    select t.id, jsonb_build_object(
             'numero', t.number, 'evento', e.name, 'fecha', e.starts_at, 'tipo', y.name, 'clase', t.kind, 'estado', t.state,
             'laTengo', t.holder_id = ${userId}::uuid, 'laPague', t.payer_id = ${userId}::uuid,
             'precio', ${pesos(sql`t.price_cents`)}, 'cargo', ${pesos(sql`t.fee_cents`)}, 'emitida', t.created_at,
             'ingreso', t.used_at) as row
      from (select h.id from tickets h where h.holder_id = ${userId}::uuid
            union
            select b.id from orders o join tickets b on b.order_id = o.id where o.buyer_id = ${userId}::uuid) own
      join tickets t on t.id = own.id
      join events e on e.id = t.event_id
      join ticket_types y on y.id = t.type_id
     where t.id > ${after}::uuid order by t.id limit ${PAGE_ROWS}`,
)

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
const transfers: Section = { file: 'transferencias.json', read: readTransfers }

const messages = section(
  'mensajes.json',
  (userId, after) => sql<PagedRow>`
    select m.id, jsonb_build_object('cuando', m.created_at, 'tema', m.topic, 'nombre', m.name, 'email', m.mail,
             'mensaje', m.message) as row
      from contact_messages m
     where (m.user_id = ${userId}::uuid
            or m.mail = (select u.mail from users u where u.id = ${userId}::uuid and u.mail_proved_at is not null))
       and m.id > ${after}::uuid order by m.id limit ${PAGE_ROWS}`,
)

const deliveries = section(
  'envios.json',
  (userId, after) => sql<PagedRow>`
    select d.id, jsonb_build_object('entrada', t.number, 'medio', d.channel, 'estado', d.state, 'creado', d.created_at,
             'enviado', d.sent_at) as row
      from tickets t join deliveries d on d.ticket_id = t.id and d.epoch = t.epoch
     where t.holder_id = ${userId}::uuid and d.id > ${after}::uuid order by d.id limit ${PAGE_ROWS}`,
)

const requests = section(
  'solicitudes.json',
  (userId, after) => sql<PagedRow>`
    select own.id, own.row
      from (select d.id, jsonb_build_object('que', 'eliminar cuenta', 'estado', d.state, 'pedida', d.requested_at,
                     'motivo', d.reason, 'respuesta', d.rejection_reason, 'resuelta', d.ended_at) as row
              from account_deletions d where d.user_id = ${userId}::uuid
            union all
            select x.id, jsonb_build_object('que', 'descargar datos', 'estado', x.state, 'pedida', x.requested_at)
              from data_exports x where x.user_id = ${userId}::uuid) own
     where own.id > ${after}::uuid order by own.id limit ${PAGE_ROWS}`,
)

export const sections: readonly Section[] = [
  profile,
  roles,
  sessions,
  orders,
  tickets,
  transfers,
  messages,
  deliveries,
  requests,
]

/** The tickets that a person holds and may still show, or has used: those that have a paper. */
export function listPrintableTickets(app: App, userId: string): Promise<{ id: string; number: string }[]> {
  return app.db
    .selectFrom('tickets')
    .select(['id', 'number'])
    .where('holder_id', '=', userId)
    .where('state', 'in', ['valid', 'used'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
