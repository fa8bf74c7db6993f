/** People of the demo who ask to organize: two that wait, one that has to mend something, one that was rejected. */
import sharp from 'sharp'
import { PHOTO_SIDES } from '#contract/companies/onboarding.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { DNI_LABEL, PHOTO_LABEL } from '#server/modules/onboarding/sealed.ts'
import { insertPhoto, insertRequest, recordDecision } from '#server/modules/onboarding/store.ts'
import { newId } from '#server/shared/ids.ts'
import { demoOrigin, type DemoPeople } from './people.ts'

const where = { province: 'Santa Fe', city: 'Rosario', address: 'Sarmiento 742', acceptsAdvertising: false }
const alone = { kind: 'individual', organizationName: null, legalName: null, cuit: null } as const

const REQUESTS = [
  {
    ...where,
    kind: 'registered',
    fullName: 'Martina Solari',
    mail: 'martina@noches.previa.example',
    phone: '+5493415550161',
    dni: '31456789',
    organizationName: 'Noches del Paraná',
    legalName: 'Noches del Paraná S.R.L.',
    cuit: '30703088534',
  },
  {
    ...where,
    kind: 'unregistered',
    fullName: 'María de los Ángeles Encarnación Fernández de la Cruz y Gutiérrez de la Concha',
    mail: 'agrupacion-cultural-del-barrio-refineria@previa.example',
    phone: '+5493415550162',
    dni: '8123456',
    organizationName: 'Agrupación Cultural, Musical y de Amistades del Barrio Refinería y Alrededores',
    legalName: null,
    cuit: null,
  },
  {
    ...where,
    ...alone,
    fullName: 'Bruno Acosta',
    mail: 'bruno@previa.example',
    phone: '+5493415550163',
    dni: '40111222',
    state: 'needs_changes',
    reason: 'La foto del dorso salió movida: sacala de nuevo con más luz.',
  },
  {
    ...where,
    ...alone,
    fullName: 'Hugo Escobar',
    mail: 'hugo@previa.example',
    phone: '+5493415550164',
    dni: '28999111',
    state: 'rejected',
    reason: 'El documento no es de quien firma el pedido.',
  },
] as const

/** The ones before sign in to look around, and may want to ask. */
const FIRST_BUYER = 10

/** Adds them, each of another buyer. */
export async function addOrganizerRequests(app: App, people: DemoPeople): Promise<void> {
  const photos = await Promise.all(PHOTO_SIDES.map(async (side) => [side, await drawId(side === 'front')] as const))
  await inTransaction(app, async (app) => {
    for (const [index, { dni, ...request }] of REQUESTS.entries()) {
      const userId = people.buyers[FIRST_BUYER + index] ?? ''
      const { reason, state, ...fields } = { reason: null, state: null, ...request }
      const id = newId()
      await insertRequest(app, { id, userId, ...fields, dniSealed: app.vault.seal(DNI_LABEL, dni) })
      for (const [side, photo] of photos) await insertPhoto(app, id, side, app.vault.seal(PHOTO_LABEL, photo))
      await audit(app, { userId, origin: demoOrigin }, 'organizer_request.send', ['organizer_request', id])
      if (!state) continue
      await recordDecision(app, id, { state, reason, decidedBy: people.of.legal, companyId: null })
      const after = { state, companyId: null }
      await audit(app, { userId: people.of.legal }, 'organizer_request.decide', ['organizer_request', id], { after })
    }
  })
}

/** A card that is nobody's. */
function drawId(isFront: boolean): Promise<Buffer> {
  const bar = (x: number, y: number, width: number) =>
    `<rect x="${x}" y="${y}" width="${width}" height="26" rx="13" fill="#7c8c99"/>`
  const face = isFront ? '<rect x="70" y="110" width="260" height="320" rx="28" fill="#7c8c99"/>' : ''
  const left = isFront ? 400 : 80
  const bars = [480, 600, 340, 560, 420].map((width, row) => bar(left, 130 + row * 76, width)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="690"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#9fb6cc"/><stop offset=".5" stop-color="#dfe6ea"/><stop offset="1" stop-color="#b5c6d2"/></linearGradient></defs><rect width="1100" height="690" rx="44" fill="url(#g)"/>${face}${bars}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#22252f' }).webp({ quality: 85 }).toBuffer()
}
