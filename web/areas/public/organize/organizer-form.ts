/** What the form to become an organizer asks, and how it is sent. */
import * as z from 'zod/mini'
import {
  onboardingShape,
  organizationCheck,
  photoProblems,
  readDni,
  type OrganizationType,
  type OwnRequest,
  type PhotoSide,
  type SentFields,
  type sendOnboarding,
} from '#contract/companies/onboarding.ts'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { failures } from '#contract/api/failures.ts'
import { formatCuit, readCuit } from '#contract/values/cuit.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'

const photo = (side: PhotoSide) =>
  z.nullable(z.file()).check(z.refine((file) => file !== null, photoProblems[side].missing))

export const organizerForm = z
  .extend(onboardingShape, { dniPic1: photo('front'), dniPic2: photo('back') })
  .check(organizationCheck)
type OrganizerValues = z.output<typeof organizerForm>

/** Begins with what the last request said, else with what the account says. */
export function defaultsOf(user: SessionUser, sent: OwnRequest | null, type: OrganizationType) {
  return {
    fullName: sent?.fullName ?? user.name,
    email: sent?.email ?? user.mail ?? '',
    whatsapp: sent?.whatsapp ?? user.phone ?? '',
    provincia: sent?.provincia ?? '',
    ciudad: sent?.ciudad ?? '',
    domicilio: sent?.domicilio ?? '',
    dniNumber: sent?.dniNumber ?? '',
    organizationType: type,
    companyName: sent?.companyName ?? '',
    razonSocial: sent?.razonSocial ?? '',
    cuit: sent?.cuit ? formatCuit(sent.cuit) : '',
    nombreOrganizacion: sent?.nombreOrganizacion ?? '',
    acceptAdvertising: user.acceptsAdvertising,
    dniPic1: null,
    dniPic2: null,
  }
}

export function organizerInput({ dniPic1, dniPic2, ...body }: OrganizerValues): CallInput<typeof sendOnboarding> {
  return { body, files: { ...(dniPic1 && { dniPic1 }), ...(dniPic2 && { dniPic2 }) } }
}

export const SERVER_FAILED = 'Error del servidor. Por favor, intenta más tarde.'

/** Text of a failure that belongs to no field. */
export function organizerMessage(error: unknown): string {
  if (!isApiFailure(error)) return failureMessage(error)
  const { status, message } = error
  if (status >= 500) return SERVER_FAILED
  const byStatus: Readonly<Record<number, string>> = {
    400: failures.invalid_onboarding[1],
    401: failures.onboarding_unauthorized[1],
    413: failures.onboarding_photos_too_large[1],
  }
  return byStatus[status] ?? message
}

/** What is typed by now, as it will be shown once it was sent. */
export function sentOf(typed: Omit<z.input<typeof organizerForm>, 'dniPic1' | 'dniPic2'>): SentFields {
  const isRegistered = typed.organizationType === 'Empresa'
  return {
    ...typed,
    dniNumber: readDni(typed.dniNumber) ?? typed.dniNumber,
    companyName: (isRegistered && typed.companyName) || null,
    razonSocial: (isRegistered && typed.razonSocial) || null,
    cuit: (isRegistered && readCuit(typed.cuit ?? '')) || null,
    nombreOrganizacion: (!isRegistered && typed.nombreOrganizacion) || null,
    acceptAdvertising: typed.acceptAdvertising ?? false,
  }
}
