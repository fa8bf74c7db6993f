/** People: what they say of themselves, and their picture. */
import * as z from 'zod/mini'
import { mail, profileName, sessionUser, genderInput } from './accounts.ts'
import { CONTACT_KINDS } from './accounts-credentials.ts'
import { localDate } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { profileImage } from '#contract/api/files.ts'
import { phoneInput } from '#contract/values/phone.ts'
import { opaque } from '#contract/values/text.ts'
import { updateOf } from '#contract/api/update.ts'

const HOUR = 3600

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/v1/user/profile',
  summary: 'Cambia los datos propios; un teléfono o email nuevo vale recién cuando se lo prueba con un código',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 60, seconds: HOUR },
  body: updateOf(
    z.object({
      name: profileName,
      /** In international format; clients send it without its plus sign (rule R6.8). */
      phone: phoneInput,
      /** Left out, it is «Prefiero no decir»: the one field that an update does not keep (rule R5.13). */
      gender: genderInput,
      email: mail,
      birthDate: z.nullable(localDate),
      acceptsAdvertising: z.boolean(),
      isPrivateProfile: z.boolean(),
    }),
  ),
  response: z.object({ status: z.literal('success'), message: z.string(), user: sessionUser }),
  audit: 'account.update_profile',
  invalid: 'invalid_profile',
  failures: ['invalid_profile', 'profile_unauthorized', 'profile_forbidden', 'phone_taken', 'mail_taken'],
  silent: { 400: 'invalid_profile', 401: 'profile_unauthorized', 403: 'profile_forbidden' },
})

export const cancelContactChange = endpoint({
  method: 'DELETE',
  path: '/api/v1/user/profile/pending/{kind}',
  summary: 'Deja sin efecto el cambio de teléfono o email que esperaba su código',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  params: z.object({ kind: z.enum(CONTACT_KINDS) }),
  response: z.object({ user: sessionUser }),
  audit: 'account.cancel_contact_change',
  failures: ['profile_unauthorized', 'profile_forbidden'],
})

const imageAddress = z.string()

export const updateProfileImage = endpoint({
  method: 'PUT',
  path: '/api/v1/user/profile/image',
  summary: 'Cambia la foto de perfil: un archivo, o el identificador de una imagen que ya está acá',
  access: 'signedIn',
  whileImpersonating: 'blocked',
  rate: { per: 'account', limit: 20, seconds: HOUR },
  body: z.object({
    /** In place of a file: an image of ours, by its id or its address. No other address is ever opened. */
    profileImage: z.optional(opaque({ max: 300 })),
  }),
  files: { profileImage },
  response: z.object({
    data: z.object({ urlProfileImgId: z.string(), imageUrl: imageAddress, profileImageUrl: imageAddress }),
    imageUrl: imageAddress,
    profileImageUrl: imageAddress,
    user: sessionUser,
  }),
  audit: 'account.change_image',
  invalid: 'invalid_profile_image',
  failures: ['invalid_profile_image', 'image_too_large', 'profile_unauthorized', 'user_id_missing'],
  silent: { 400: 'invalid_profile_image', 401: 'profile_unauthorized', 404: 'user_id_missing' },
})
