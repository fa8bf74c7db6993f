/** What a person wrote to the support, in the copy of their data. */
import { sql } from 'kysely'
import { PAGE_ROWS, section, type PagedRow } from '#server/db/section.ts'

const messages = section(
  'mensajes.json',
  'lo que nos escribiste',
  (userId, after) => sql<PagedRow>`
    select m.id, jsonb_build_object('cuando', m.created_at, 'tema', m.topic, 'nombre', m.name, 'email', m.mail,
             'mensaje', m.message) as row
      from contact_messages m
     where (m.user_id = ${userId}::uuid
            or m.mail = (select u.mail from users u where u.id = ${userId}::uuid and u.mail_proved_at is not null))
       and m.id > ${after}::uuid order by m.id limit ${PAGE_ROWS}`,
)

export const sections = [messages]
