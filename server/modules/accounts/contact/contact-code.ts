/** Six-digit codes: what they are bound to, and for how long. */
import type { Vault } from '#server/shared/crypto.ts'

export const CODE_SECONDS = 10 * 60
export const MAX_TRIES = 5

/** `phone by mail` changes the phone, proving nothing of it, where nothing leaves by WhatsApp. */
export type CodeKind = 'mail' | 'phone' | 'phone by mail'

export interface Coded {
  readonly userId: string
  readonly kind: CodeKind
  /** The contact that it proves; of `phone by mail` the new phone and the mail. */
  readonly contact: string
}

/** The stored hash of a code, valid only for this person, kind and contact. */
export function contactCodeMac(vault: Vault, { userId, kind, contact }: Coded, code: string): Buffer {
  return vault.mac('contact-code', JSON.stringify([userId, kind, contact, code]))
}

/** The same for a registration: valid for this contact on the requesting device, so that one device cannot replace another's. */
export function registrationCodeMac(
  vault: Vault,
  { contact, device }: { contact: string; device: Buffer },
  code: string,
): Buffer {
  return vault.mac('registration-code', JSON.stringify([contact, device.toString('base64url'), code]))
}
