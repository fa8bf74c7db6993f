/** Photos of documents, good and odd, and what a person sends with them. */
import sharp from 'sharp'
import type { CallInput } from '#contract/api/endpoint.ts'
import { sendOnboarding } from '#contract/companies/onboarding.ts'
import type { TestApp } from './app.ts'
import type { GivenUser } from './given.ts'

type Fields = CallInput<typeof sendOnboarding>['body']

export const onboardingFields = {
  fullName: 'Lola Ríos',
  email: 'lola.rios@previa.example',
  whatsapp: '0341 15 555-0101',
  provincia: 'Santa Fe',
  ciudad: 'Rosario',
  domicilio: 'Sarmiento 123',
  dniNumber: '30.123.456',
  organizationType: 'Empresa',
  companyName: 'Noches del Litoral',
  razonSocial: 'Noches del Litoral S.A.',
  cuit: '30-70308853-4',
  acceptAdvertising: true,
} as const satisfies Fields

/** A photo as phones make them, with where it was taken. */
export function idPhoto(format: 'jpeg' | 'png' | 'webp' = 'jpeg', background = '#9fb3c8'): Promise<Buffer> {
  return sharp({
    create: { width: 600, height: 400, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .withExif({ IFD3: { GPSLatitude: '34/1 36/1 13/1', GPSLongitude: '58/1 22/1 54/1' } })
    [format]()
    .toBuffer()
}

export const blobOf = (bytes: Uint8Array | string, type = '') =>
  new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type })

/** Sends a request with good photos; gives the session's new token. */
export async function sendRequestOf(
  server: TestApp,
  person: GivenUser,
  fields: Partial<Fields> = {},
): Promise<{ id: string; token: string }> {
  const photo = blobOf(await idPhoto())
  const { token } = await server.call(
    sendOnboarding,
    { body: { ...onboardingFields, ...fields }, files: { dniPic1: photo, dniPic2: photo } },
    { as: person },
  )
  const { id } = await server.app.db
    .selectFrom('organizer_requests')
    .select('id')
    .where('user_id', '=', person.id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return { id, token }
}
