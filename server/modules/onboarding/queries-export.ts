/** The requests of a person, in the copy of their data. */
import { sql } from 'kysely'
import { section, PAGE_ROWS, type PagedRow } from '#server/db/section.ts'
import type { App } from '#server/context.ts'
import { DNI_LABEL } from './sealed.ts'

const { file, about, read } = section(
  'pedidos-para-organizar.json',
  'tus pedidos para ser organizador, sin las fotos del DNI',
  (userId, after) => sql<PagedRow>`
    select r.id, jsonb_build_object('enviado', r.sent_at, 'estado', r.state, 'decidido', r.decided_at, 'motivo', r.reason,
             'nombre', r.full_name, 'email', r.mail, 'telefono', r.phone, 'provincia', r.province, 'ciudad', r.city,
             'domicilio', r.address, 'dni', r.dni_sealed, 'organizacion', r.organization_name, 'razonSocial', r.legal_name,
             'cuit', r.cuit, 'aceptaPublicidad', r.accepts_advertising) as row
      from organizer_requests r
     where r.user_id = ${userId}::uuid and r.id > ${after}::uuid order by r.id limit ${PAGE_ROWS}`,
)

async function* opened(app: App, userId: string) {
  for await (const row of read(app, userId)) {
    const { dni } = row as { dni: string } // the column, sealed
    yield { ...row, dni: app.vault.openText(DNI_LABEL, dni) }
  }
}

export const sections = [{ file, about, read: opened }]
