/** A promoter's codes, in the copy of their data. */
import { sql } from 'kysely'
import { facts } from '#server/db/section.ts'

export const sections = [
  facts(
    'roles.json',
    'lo que sos en organizaciones y eventos',
    (userId) => sql`
      select jsonb_build_object('codigosDePromotor', (
        select jsonb_agg(jsonb_build_object('evento', e.name, 'codigo', k.code))
          from promos k join events e on e.id = k.event_id where k.promoter_id = ${userId}::uuid))`,
  ),
]
