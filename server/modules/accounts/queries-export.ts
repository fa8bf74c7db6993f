/** The account data in the copy that a person downloads. */
import { sql } from 'kysely'
import { facts, PAGE_ROWS, section, type PagedRow, type Section } from '#server/db/section.ts'

const profile = facts(
  'perfil.json',
  'tus datos y contactos',
  (userId) => sql`
    select jsonb_build_object(
             'id', u.id, 'nombre', u.name, 'email', u.mail, 'emailProbado', u.mail_proved_at,
             'emailPendiente', u.pending_mail, 'telefono', u.phone, 'telefonoProbado', u.phone_proved_at,
             'telefonoPendiente', u.pending_phone, 'genero', u.gender, 'nacimiento', u.birth_date,
             'aceptaPublicidad', u.accepts_advertising, 'perfilPrivado', u.is_private_profile, 'estado', u.state,
             'creada', u.created_at, 'aceptoTerminos', u.terms_accepted_at, 'imagen', u.profile_image_id,
             'google', (select jsonb_build_object('email', g.mail, 'desde', g.created_at, 'ultimoUso', g.last_used_at)
                          from user_identities g where g.user_id = u.id and g.provider = 'google'))
      from users u where u.id = ${userId}::uuid`,
)

const roles = facts(
  'roles.json',
  'lo que sos en organizaciones y eventos',
  (userId) => sql`
    select jsonb_build_object(
             'godAdmin', u.is_god_admin, 'admin', u.is_admin, 'permiso', u.permission,
             'roles', (select jsonb_agg(jsonb_build_object('rol', r.role, 'desde', r.granted_at))
                         from user_roles r where r.user_id = u.id))
      from users u where u.id = ${userId}::uuid`,
)

/** Of a support session only that it was: address and browser are the agent's. */
const sessions = section(
  'sesiones.json',
  'dónde y cuándo ingresaste (se guardan 30 días)',
  (userId, after) => sql<PagedRow>`
    select s.id, jsonb_build_object('desde', s.created_at, 'vence', s.expires_at, 'cerrada', s.ended_at, 'deSoporte', s.impersonator_id is not null,
             'direccion', case when s.impersonator_id is null then s.ip end,
             'navegador', case when s.impersonator_id is null then s.agent end) as row
      from sessions s where s.user_id = ${userId}::uuid and s.id > ${after}::uuid order by s.id limit ${PAGE_ROWS}`,
)

export const sections: readonly Section[] = [profile, roles, sessions]
