import { newId } from '#server/shared/ids.ts'
import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  kinds: { company: { makeId: newId } },
  opens: {
    managedCompany: {
      sibling: ['anonymous', 'client', 'promoter', 'scanner', 'commercial', 'organizer', 'admin', 'legal', 'god'],
      foreign: ['admin', 'legal', 'god'],
    },
  },
  acts: ['PUT /api/v1/admin/companies/{id}/fees', 'PUT /api/v1/company/{companyId}/fiscal-data'],
  requests: () => ({
    'PUT /api/v1/company/{companyId}/fiscal-data': {
      body: {
        legalName: 'Club Central S.A.',
        cuit: '30-70308853-4',
        vatCondition: 'responsable_inscripto',
        address: 'Av. Corrientes 1234, CABA',
      },
    },
    'PUT /api/v1/company/{companyId}': { body: { descripcion: 'Noches de Rosario' } },
    'POST /api/v1/company/{companyId}/members': {
      body: {
        role: 'finance',
        name: 'Nahuel Ibarra',
        phone: '0341 15 556-7700',
        mail: 'nahuel-finanzas@previa.example',
      },
    },
  }),
  updates: ['companies'],
  columns: {
    descripcion: ['companies.description'],
    slug: ['companies.slug', '+company_slugs'],
    imagen: ['companies.image_id', '-images'],
    cover: ['companies.cover_id', '-images'],
  },
  namesAnybody: [
    'GET /api/v1/company/{nameOrId} nameOrId', // anybody may read a company's profile
    'GET /api/v1/company/{nameOrId}/events nameOrId', // and the events that it shows there
  ],
}
