import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'
import { openSessionRow } from '#server/testing/session-row.ts'

export const samples: Samples = {
  kinds: { user: { makeId: newId }, session: { makeId: newId, isPersonal: true } },
  async belongings(server, _at, person) {
    const session = newId()
    await openSessionRow(server, { id: session, userId: person.id })
    return { session }
  },
  requests: (_of, person) => ({
    'POST /api/v1/login': { body: { phone: person.phone, password: 'no-es-esta' } },
    'POST /api/v1/session/confirm': { body: { password: 'no-es-esta' } },
    'PUT /api/v1/user/change-password': { body: { currentPassword: 'no-es-esta', newPassword: 'una-clave-larga' } },
    'PUT /api/v1/user/profile': { body: { name: 'Persona de acceso', phone: person.phone } },
    'POST /api/v1/user/request-password-reset': { body: { email: 'nadie@previa.example' } },
    'POST /api/v1/user/confirm-password-reset': { body: { token: 'no-es-este', newPassword: 'una-clave-larga' } },
    'POST /api/v1/user/activate-account': {
      body: { token: 'no-es-este', newPassword: 'una-clave-larga', acceptTerms: true },
    },
    'POST /api/v1/user/renew-activation': { body: { token: 'no-es-este' } },
    'POST /api/v1/user/verify-contact/request': { body: { kind: 'mail' } },
    'POST /api/v1/user/verify-contact/confirm': { body: { kind: 'mail', code: '000000' } },
  }),
  supportWrites: ['POST /api/v1/logout', 'DELETE /api/v1/sessions/{id}', 'POST /api/v1/impersonation/end'],
  acts: ['PUT /api/v1/user/change-password'],
  // Takes its picture as a file; an address of elsewhere moves nothing.
  movesNothing: ['PUT /api/v1/user/profile/image profileImage'],
  // The one exception (rule R5.13).
  movesAlways: { 'PUT /api/v1/user/profile': ['users.gender'] },
  updates: ['users'],
  columns: { phone: ['users.phone', 'users.pending_phone'], email: ['users.pending_mail'] },
}
