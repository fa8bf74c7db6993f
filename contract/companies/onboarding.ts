/** Becoming an organizer: what a person sends, with both sides of their ID, and where their request stands. */
import * as z from 'zod/mini'
import { mail, personName, sessionUser } from '#contract/accounts/accounts.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import type { FileRule } from '#contract/api/files.ts'
import { CUIT_SHAPE, readCuit, WRONG_CUIT } from '#contract/values/cuit.ts'
import { instant } from '#contract/values/date-schemas.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { line } from '#contract/values/text.ts'

export const ORGANIZATION_TYPES = ['Organizador Individual', 'Empresa', 'Empresa no registrada'] as const
export type OrganizationType = (typeof ORGANIZATION_TYPES)[number]

/** `approved`, `needs_changes` and `rejected` are decisions; after the last two a new request may be sent. */
export const REQUEST_STATES = ['pending', 'approved', 'needs_changes', 'rejected'] as const
export type RequestState = (typeof REQUEST_STATES)[number]

/** The photos are erased so long after the decision. */
export const PHOTO_DAYS = 90
/** Requests that one person sends in a day. */
export const REQUESTS_PER_DAY = 3

export const PHOTO_SIDES = ['front', 'back'] as const
export type PhotoSide = (typeof PHOTO_SIDES)[number]
/** The part of the form that carries each side. */
export const PHOTO_FIELDS = { front: 'dniPic1', back: 'dniPic2' } as const satisfies Record<PhotoSide, string>

/** What may be wrong with the photo of a side. */
export const photoProblems = {
  front: problemsOf('La foto del frente del DNI', 'La foto del frente del DNI es requerida'),
  back: problemsOf('La foto del dorso del DNI', 'La foto del dorso del DNI es requerida'),
} as const satisfies Record<PhotoSide, unknown>

function problemsOf(photo: string, missing: string) {
  return {
    missing,
    tooLarge: `${photo} es demasiado grande (máximo 5MB)`,
    type: `${photo} debe ser JPG, PNG o WebP`,
    unreadable: `${photo} no se puede leer. Sacala de nuevo`,
  }
}

const photoRule = (side: PhotoSide) =>
  ({
    types: ['image/jpeg', 'image/png', 'image/webp'],
    maxBytes: 5 * 1024 * 1024,
    tooLarge: { code: 'onboarding_photos_too_large', message: photoProblems[side].tooLarge },
  }) as const satisfies FileRule
export const photoRules = { front: photoRule('front'), back: photoRule('back') } as const

/** A DNI without the dots and blanks that people write; null when it is none. */
export function readDni(typed: string): string | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s.]/gu, '')
  return /^\d{7,8}$/.test(digits) ? digits : null
}

/** `30123456` → `*****456`: enough to tell two requests apart (rule R7.10). */
export function maskDni(digits: string): string {
  return digits.slice(-3).padStart(digits.length, '*')
}

/** Digits of any width, dots and blanks. */
const DNI_SHAPE = /^[\d０-９ .]*$/u
const WRONG_DNI = 'El DNI tiene 7 u 8 números'

const dniInput = line({ min: 1, max: 20, short: 'Poné tu DNI' }).check(
  z.regex(DNI_SHAPE, WRONG_DNI),
  z.check((payload) => {
    const digits = readDni(payload.value)
    if (digits !== null) payload.value = digits
    // Of what is empty or no number at all it was said before.
    else if (payload.value !== '' && DNI_SHAPE.test(payload.value)) {
      payload.issues.push({ code: 'custom', message: WRONG_DNI, input: payload.value, continue: true })
    }
  }),
)

/** Alone, for a form that asks for the photos too; `organizationCheck` goes with it. */
export const onboardingShape = z.object({
  fullName: personName,
  email: mail,
  whatsapp: phoneInput,
  provincia: line({ min: 2, max: 80, short: 'Elegí la provincia' }),
  ciudad: line({ min: 2, max: 80, short: 'Poné la ciudad' }),
  domicilio: line({ min: 5, max: 160, short: 'Poné calle y número' }),
  dniNumber: dniInput,
  organizationType: z.enum(ORGANIZATION_TYPES, 'Elegí cómo organizás'),
  /** The first three are of registered companies, the last of all others. */
  companyName: z.optional(line({ max: 80 })),
  razonSocial: z.optional(line({ max: 120 })),
  cuit: z.optional(line({ max: 40 }).check(z.regex(CUIT_SHAPE, WRONG_CUIT))),
  nombreOrganizacion: z.optional(line({ max: 80 })),
  acceptAdvertising: z._default(z.boolean(), false),
})

const WANTED = {
  companyName: [2, 'Poné el nombre de la empresa'],
  razonSocial: [2, 'Poné la razón social'],
  cuit: [1, 'Poné el CUIT'],
  nombreOrganizacion: [2, 'Poné el nombre de la organización'],
} as const
type OrganizationField = keyof typeof WANTED

/** What each kind of organization has to say of itself; who organizes alone may go by their own name. */
export const ORGANIZATION_FIELDS: Readonly<Record<OrganizationType, readonly OrganizationField[]>> = {
  Empresa: ['companyName', 'razonSocial', 'cuit'],
  'Empresa no registrada': ['nombreOrganizacion'],
  'Organizador Individual': [],
}

/** What an organization lacks, at its fields. */
export const organizationCheck = z.check<z.output<typeof onboardingShape>>(
  ({ value, issues }) => {
    const refuse = (field: OrganizationField, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value[field], continue: true })
    for (const field of ORGANIZATION_FIELDS[value.organizationType] ?? []) {
      const [least, message] = WANTED[field]
      const given = value[field] ?? ''
      if (given.length < least) refuse(field, message)
      // Of what is no number at all it was said before.
      else if (field === 'cuit' && CUIT_SHAPE.test(given)) {
        const digits = readCuit(given)
        if (digits === null) refuse(field, WRONG_CUIT)
        else value.cuit = digits
      }
    }
  },
  // What is wrong here is said with what is wrong of other fields.
  { when: ({ value }) => typeof value === 'object' && value !== null },
)

export const onboardingFields = onboardingShape.check(organizationCheck)
export type OnboardingFields = z.output<typeof onboardingFields>

/** What was sent, as it is shown again: to its person, and to the team. */
export const sentFields = z.object({
  fullName: z.string(),
  email: z.string(),
  whatsapp: z.string(),
  provincia: z.string(),
  ciudad: z.string(),
  domicilio: z.string(),
  /** Masked but to its own person. */
  dniNumber: z.string(),
  organizationType: z.enum(ORGANIZATION_TYPES),
  companyName: z.nullable(z.string()),
  razonSocial: z.nullable(z.string()),
  /** Its eleven digits. */
  cuit: z.nullable(z.string()),
  nombreOrganizacion: z.nullable(z.string()),
  acceptAdvertising: z.boolean(),
})
export type SentFields = z.infer<typeof sentFields>

const ownRequest = z.extend(sentFields, {
  id: z.uuid(),
  state: z.enum(REQUEST_STATES),
  sentAt: instant,
  decidedAt: z.nullable(instant),
  /** What the team wrote with its decision. */
  reason: z.nullable(z.string()),
})
export type OwnRequest = z.infer<typeof ownRequest>

export const getOnboardingInfo = endpoint({
  method: 'GET',
  path: '/api/v1/onboarding-info',
  summary: 'En qué está el pedido propio para ser organizador, y lo que se mandó, sin las fotos',
  access: 'signedIn',
  whileImpersonating: 'read',
  response: z.object({
    requestStatus: sessionUser.shape.requestStatus,
    /** The last one; null without any. */
    request: z.nullable(ownRequest),
    /** Whether a new one may be sent now. */
    maySend: z.boolean(),
  }),
  failures: [],
})

export const sendOnboarding = endpoint({
  method: 'POST',
  path: '/api/v1/organizer/onboarding',
  summary: 'Pide ser organizador, con las dos caras del DNI; el token de la sesión se reemplaza por el que responde',
  access: { roles: ['CLIENT'] },
  whileImpersonating: 'blocked',
  // Photos are costly to read; what is accepted has an exact limit of its own.
  rate: { per: 'account', limit: 30, seconds: 3600 },
  audit: 'organizer_request.send',
  body: onboardingFields,
  files: { dniPic1: photoRules.front, dniPic2: photoRules.back },
  response: z.object({ success: z.literal(true), message: z.string(), token: z.string() }),
  status: 201,
  invalid: 'invalid_onboarding',
  failures: [
    'invalid_onboarding',
    'onboarding_photos_too_large',
    'onboarding_unauthorized',
    'organizer_request_pending',
    'already_organizer',
    'team_does_not_organize',
  ],
  silent: { 400: 'invalid_onboarding', 401: 'onboarding_unauthorized', 413: 'onboarding_photos_too_large' },
})
