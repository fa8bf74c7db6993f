/** People: registration, sign-in, session. */
import * as z from 'zod/mini'
import { contactCode } from '#contract/values/contact-code.ts'
import { instant, localDate, dateInput } from '#contract/values/date-schemas.ts'
import { endpoint } from '#contract/api/endpoint.ts'
import { profileImage } from '#contract/api/files.ts'
import { e164, phoneInput } from '#contract/values/phone.ts'
import { COMPANY_ROLES, STAFF_KINDS, WIRE_ROLES } from '#contract/api/roles.ts'
import { line, secret, textLength } from '#contract/values/text.ts'
import { parseUrl } from '../values/parse-url.ts'

export const wireRole = z.enum(WIRE_ROLES)

export const GENDERS = ['Male', 'Female', 'Other', 'Prefiero no decir'] as const
export type Gender = (typeof GENDERS)[number]

const spellings: ReadonlyMap<string, Gender> = new Map([
  ['masculino', 'Male'],
  ['m', 'Male'],
  ['male', 'Male'],
  ['femenino', 'Female'],
  ['f', 'Female'],
  ['female', 'Female'],
  ['otro', 'Other'],
  ['other', 'Other'],
  ['o', 'Other'],
])

/** Normalises every spelling of a gender that clients send (rule R3.13). */
export function normaliseGender(typed: string | null | undefined): Gender {
  return spellings.get((typed ?? '').trim().toLowerCase()) ?? 'Prefiero no decir'
}

/** Blanks, what joins pictures, and private characters. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Z}]/gu

const NO_NAME = 'El nombre completo es obligatorio'

/** In any script, with pictures too: what counts is that there are two characters to be read. */
function nameWith(short: string) {
  return line({ min: 2, max: 100, empty: NO_NAME, short, long: 'El nombre es demasiado largo' }).check(
    z.refine((name) => textLength(name) < 2 || textLength(name.replaceAll(INVISIBLE, '')) >= 2, short),
  )
}

export const personName = nameWith('Poné el nombre completo: dos letras o más')
/** Of the profile's form, which has one text for both. */
export const profileName = nameWith(NO_NAME)
const notMail = 'El email debe ser válido'
const ATEXT = String.raw`[a-z0-9!#$%&'*+/=?^_\x60{|}~-]+`
const MAIL = new RegExp(
  String.raw`^(?=.{1,64}@)${ATEXT}(?:\.${ATEXT})*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$`,
  'i',
)

const MAX_MAIL = 254

/** The address in what is pasted: `Sol <sol@x.com>`, `mailto:sol@x.com`, `sol@x.com.` at the end of a sentence. */
function pastedMail(typed: string): string {
  if (typed.length > MAX_MAIL) return typed
  const inside = /^[^<>]*<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+?)\s*>[.,;:]?$/i.exec(typed)?.[1]
  return (inside ?? typed.replace(/^mailto:/i, '')).replace(/^[<("'«]+(?=\S+@)/, '').replace(/[.,;:!?)>"'»…*]+$/, '')
}

/** A mail address; a domain with letters beyond ASCII is kept as DNS spells it, so that both spellings are one address. */
export const mail = line({ max: MAX_MAIL, long: notMail }).check(
  z.overwrite(pastedMail),
  z.toLowerCase(),
  z.overwrite(asciiDomain),
  z.email({ pattern: MAIL, error: notMail }),
)

/** A typed text as stored mails are spelled; what is no mail stays one. For texts that may be something else too. */
export function mailSpelling(typed: string): string {
  return asciiDomain(typed.trim().toLowerCase())
}

/** A search as `mailSpelling` writes each of its words, domains alone included. */
export function mailSearch(typed: string): string {
  return typed.replaceAll(/\S*\P{ASCII}\S*/gu, (word) => {
    if (word.includes('@')) return mailSpelling(word)
    return word.includes('.') ? mailSpelling(`x@${word}`).slice(2) : word
  })
}

/** `hola@peña.com.ar` → `hola@xn--pea-8ma.com.ar`; anything else as it is. */
function asciiDomain(typed: string): string {
  const at = typed.lastIndexOf('@')
  const domain = typed.slice(at + 1)
  if (at < 1 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return typed
  const address = parseUrl(`http://${domain}`)
  return address ? `${typed.slice(0, at)}@${address.hostname}` : typed
}

/** The present one, as typed: only its stored hash says whether it is right. */
export const passwordInput = secret({ min: 1, max: 200, short: 'La contraseña es obligatoria' })
export const newPassword = secret({
  min: 8,
  max: 200,
  short: 'La contraseña debe tener al menos 8 caracteres',
  long: 'La contraseña es demasiado larga',
})
/** As people write it; `normaliseGender` reads it. */
export const genderInput = line({ max: 30 })

export const eventRole = z.object({ eventId: z.uuid(), kind: z.enum(STAFF_KINDS) })

/** The session user, as existing clients know it (rule R3.13). Passwords, cards and bank accounts are never kept in it. */
export const sessionUser = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  mail: z.nullable(z.string()),
  phone: z.nullable(e164),
  /** New ones that wait for their code: until then `mail` and `phone` are those that count. */
  pendingMail: z.nullable(z.string()),
  pendingPhone: z.nullable(e164),
  isMailProved: z.boolean(),
  isPhoneProved: z.boolean(),
  /** Those that another account verified while this one had only given them: it must give others. */
  takenContacts: z.array(z.enum(['mail', 'phone'])),
  gender: z.enum(GENDERS),
  birthDate: z.nullable(localDate),
  age: z.nullable(z.int()),
  acceptsAdvertising: z.boolean(),
  isPrivateProfile: z.boolean(),
  urlProfileImgId: z.nullable(z.string()),
  role: wireRole,
  roles: z.array(wireRole),
  eventRoles: z.array(eventRole),
  companyId: z.nullable(z.uuid()),
  /** The person's role in that company. */
  companyRole: z.nullable(z.enum(COMPANY_ROLES)),
  company: z.nullable(
    z.object({ name: z.string(), imagen: z.nullable(z.string()), descripcion: z.nullable(z.string()) }),
  ),
  requestStatus: z.enum(['none', 'pending', 'approved', 'needs_changes', 'rejected']),
  commercialNumber: z.nullable(z.string()),
  godAdmin: z.boolean(),
  permission: z.nullable(z.literal('legal')),
})
export type SessionUser = z.infer<typeof sessionUser>

export const loginResponse = z.extend(sessionUser, { token: z.string(), expiresAt: instant })
export type LoginResponse = z.infer<typeof loginResponse>

export const login = endpoint({
  method: 'POST',
  path: '/api/v1/login',
  summary: 'Inicia sesión con teléfono y contraseña',
  access: 'public',
  whileImpersonating: 'blocked',
  rate: { per: 'device', limit: 60, seconds: 900 },
  body: z.object({
    phone: phoneInput,
    password: passwordInput,
    /** `admin` is the form of /admin-login: it admits god, legal and admin accounts only. */
    entrance: z.optional(z.enum(['app', 'admin'])),
  }),
  response: loginResponse,
  failures: ['wrong_credentials', 'account_blocked', 'invalid_phone'],
  silent: { 401: 'wrong_credentials' },
})

/** The detail of `phone_code_needed`: where the code went. */
export const phoneCodeNeeded = z.object({
  kind: z.enum(['mail', 'phone']),
  sentTo: z.string(),
  expiresInSeconds: z.int(),
})
export type PhoneCodeNeeded = z.infer<typeof phoneCodeNeeded>

/** What proving a contact leaves: who had it without proof loses it, and the accounts that waited for it are joined. */
export const PROOF_AUDIT = ['account.lose_contact', 'account.join_pending'] as const

export const register = endpoint({
  method: 'POST',
  path: '/api/v1/user',
  summary: 'Crea una cuenta y deja la sesión iniciada',
  access: 'public',
  whileImpersonating: 'blocked',
  // With the tries of a code; those without one are counted apart, exactly.
  rate: { per: 'device', limit: 20, seconds: 3600 },
  body: z.object({
    name: personName,
    password: newPassword,
    mail,
    phone: phoneInput,
    acceptsAdvertising: z._default(z.boolean(), true),
    birthDate: dateInput,
    gender: z.optional(genderInput),
    /** Of the phone, or of the mail where nothing leaves by WhatsApp, after `phone_code_needed`. */
    code: z.optional(contactCode),
  }),
  files: { profileImage },
  response: loginResponse,
  status: 201,
  audit: 'account.register',
  auditBeside: PROOF_AUDIT,
  failures: [
    'phone_taken',
    'mail_taken',
    'phone_code_needed',
    'whatsapp_off',
    'wrong_code',
    'code_expired',
    'activation_sent',
    'common_password',
    'invalid_phone',
    'invalid_image',
    'image_type',
    'image_too_large',
  ],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/v1/logout',
  summary: 'Cierra la sesión en el servidor',
  access: 'signedIn',
  whileImpersonating: 'write',
  response: 'empty',
  failures: [],
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/v1/user/profile',
  summary: 'Los datos de la persona que inició sesión, al día',
  access: 'signedIn',
  whileImpersonating: 'read',
  response: sessionUser,
  failures: [],
})
