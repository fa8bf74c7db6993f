import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'
import { DNI_LABEL } from './sealed.ts'

export const samples: Samples = {
  kinds: { organizerRequest: { makeId: newId } },
  async things({ app, given }) {
    const id = newId()
    const person = await given.user()
    await app.db
      .insertInto('organizer_requests')
      .values({
        id,
        user_id: person.id,
        kind: 'individual',
        full_name: person.name,
        mail: person.mail,
        phone: person.phone,
        province: 'Santa Fe',
        city: 'Rosario',
        address: 'Sarmiento 123',
        dni_sealed: app.vault.seal(DNI_LABEL, '30123456'),
        accepts_advertising: false,
      })
      .execute()
    return { organizerRequest: id }
  },
  requests: () => ({
    'POST /api/v1/organizer/onboarding': {
      body: {
        fullName: 'Lola Ríos',
        email: 'lola@previa.example',
        whatsapp: '+5493415550000',
        provincia: 'Santa Fe',
        ciudad: 'Rosario',
        domicilio: 'Sarmiento 123',
        dniNumber: '30.123.456',
        organizationType: 'Empresa',
        companyName: 'Noches del Litoral',
        razonSocial: 'Noches del Litoral S.A.',
        cuit: '30-70308853-4',
      },
    },
    'POST /api/v1/admin/organizer-requests/{id}/decide': {
      body: { decision: 'reject', reason: 'La foto del dorso no se lee.' },
    },
  }),
}
