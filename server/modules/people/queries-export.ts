/** A person's phone look-ups, in the copy of their data. */
import { sql } from 'kysely'
import { facts } from '#server/db/section.ts'

export const sections = [
  facts(
    'perfil.json',
    'tus datos y contactos',
    (userId) => sql`
      select jsonb_build_object('busquedasDeTelefono', (
        select jsonb_build_object('desde', p.since, 'cantidad', p.searches)
          from phone_searches p where p.user_id = ${userId}::uuid))`,
  ),
]
