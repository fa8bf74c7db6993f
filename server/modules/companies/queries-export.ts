/** The companies of a person, in the copy of their data. */
import { sql } from 'kysely'
import { facts } from '#server/db/section.ts'

export const sections = [
  facts(
    'roles.json',
    'lo que sos en organizaciones y eventos',
    (userId) => sql`
      select jsonb_build_object('organizaciones', (
        select jsonb_agg(jsonb_build_object('organizacion', c.name, 'rol', m.role, 'desde', m.created_at))
          from company_members m join companies c on c.id = m.company_id where m.user_id = ${userId}::uuid))`,
  ),
  facts(
    'datos-fiscales.json',
    'los datos fiscales que diste de tu organización',
    (userId) => sql`
      select jsonb_agg(jsonb_build_object('organizacion', c.name, 'razonSocial', f.legal_name, 'cuit', f.cuit,
                         'condicionIva', f.vat_condition, 'domicilio', f.address, 'desde', f.applies_from)
                       order by f.applies_from)
        from company_fiscal_data f join companies c on c.id = f.company_id where f.set_by = ${userId}::uuid`,
  ),
]
