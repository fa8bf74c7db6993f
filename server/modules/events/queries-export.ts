/** The teams that a person is on, in the copy of their data. */
import { sql } from 'kysely'
import { facts } from '#server/db/section.ts'

export const sections = [
  facts(
    'roles.json',
    'lo que sos en organizaciones y eventos',
    (userId) => sql`
      select jsonb_build_object('eventos', (
        select jsonb_agg(jsonb_build_object('evento', e.name, 'rol', s.kind, 'desde', s.created_at,
                                            'teAnotaronComo', s.given_name))
          from event_staff s join events e on e.id = s.event_id where s.user_id = ${userId}::uuid))`,
  ),
]
