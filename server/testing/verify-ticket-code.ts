import { verify, type KeyObject } from 'node:crypto'
import { decodeTicketCode, type DecodedTicketCode } from '#contract/values/ticket-code.ts'

/** The fields of a code whose signature holds under the key that it names; `null` for anything else, whatever its size or alphabet. */
export function verifyTicketCode(
  text: string,
  publicKeyById: (keyId: number) => KeyObject | undefined,
): DecodedTicketCode | null {
  const code = decodeTicketCode(text)
  const key = code && publicKeyById(code.keyId)
  if (!key || key.asymmetricKeyType !== 'ed25519') return null
  return verify(null, code.signed, key, code.signature) ? code : null
}
