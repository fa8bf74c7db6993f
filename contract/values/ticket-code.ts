/**
 * The text of a ticket's QR: 24 bytes that say which ticket it is and 64 bytes of Ed25519 signature over them, written in
 * base 45 (RFC 9285), the alphabet that a QR packs densest: 132 characters. Pure, because the scanner verifies without
 * network in the browser; signing and checking with Node's crypto is `server/shared/qr.ts`.
 *
 * Bytes: version 1 · key id 1 · event number 4 · ticket id 16 · epoch 1 · type position 1, numbers big-endian.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const VERSION = 1
const PAYLOAD_BYTES = 24
const SIGNATURE_BYTES = 64
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Characters of a code; a longer or shorter text is none. */
export const TICKET_CODE_LENGTH = ((PAYLOAD_BYTES + SIGNATURE_BYTES) / 2) * 3

export interface TicketCodeFields {
  /** Which key pair signed it, 0–255, one that `isTicketKeyId` accepts. */
  readonly keyId: number
  /** The event's integer number. */
  readonly eventNumber: number
  /** Uuid text form of the ticket's 128 random bits. */
  readonly ticketId: string
  /** Raised by transfer and re-issue, which kill the codes of lower epochs; 0–255. */
  readonly epoch: number
  /** Place of the ticket's type in its event's list, 0–255: lets a gate without network distinguish VIP from general. */
  readonly typePosition: number
}

export interface DecodedTicketCode extends TicketCodeFields {
  /** The bytes that the signature covers. */
  readonly signed: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let place = 0; place < bytes.length; place += 2) {
    const pair = (bytes[place] ?? 0) * 256 + (bytes[place + 1] ?? 0)
    text += `${ALPHABET[pair % 45]}${ALPHABET[Math.floor(pair / 45) % 45]}${ALPHABET[Math.floor(pair / 2025)]}`
  }
  return text
}

/** Value of each character by its code; −1 for those outside of the alphabet. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)))

/** Strict: every triplet must encode one pair of bytes, so that one code has one spelling. */
function fromBase45(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array((text.length / 3) * 2)
  for (let place = 0; place * 3 < text.length; place += 1) {
    const low = VALUES[text.charCodeAt(place * 3)] ?? -1
    const middle = VALUES[text.charCodeAt(place * 3 + 1)] ?? -1
    const high = VALUES[text.charCodeAt(place * 3 + 2)] ?? -1
    const pair = low + middle * 45 + high * 2025
    if (low < 0 || middle < 0 || high < 0 || pair > 0xffff) return null
    bytes[place * 2] = pair >> 8
    bytes[place * 2 + 1] = pair & 255
  }
  return bytes
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 255
}

/** Whether a key may have this id: one byte, and none of those (5, 50, 95, …) whose codes would begin with a space, which readers trim. */
export function isTicketKeyId(keyId: number): boolean {
  return isByte(keyId) && ALPHABET[(VERSION * 256 + keyId) % 45] !== ' '
}

/** The 24 bytes to sign; throws RangeError when a field does not fit. */
export function ticketCodePayload(fields: TicketCodeFields): Uint8Array<ArrayBuffer> {
  const { keyId, eventNumber, ticketId, epoch, typePosition } = fields
  const fits =
    isTicketKeyId(keyId) &&
    Number.isInteger(eventNumber) &&
    eventNumber >= 0 &&
    eventNumber <= 0xffff_ffff &&
    UUID.test(ticketId) &&
    isByte(epoch) &&
    isByte(typePosition)
  if (!fits) throw new RangeError('A field does not fit into a ticket code')
  const bytes = new Uint8Array(PAYLOAD_BYTES)
  const hex = ticketId.replaceAll('-', '')
  bytes[0] = VERSION
  bytes[1] = keyId
  new DataView(bytes.buffer).setUint32(2, eventNumber)
  for (let place = 0; place < 16; place += 1)
    bytes[6 + place] = Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16)
  bytes[22] = epoch
  bytes[23] = typePosition
  return bytes
}

/** The whole text; `sign` gives the 64 bytes of Ed25519 signature over what it is given. Throws RangeError when a field does not fit. */
export function encodeTicketCode(
  fields: TicketCodeFields,
  sign: (payload: Uint8Array<ArrayBuffer>) => Uint8Array,
): string {
  const payload = ticketCodePayload(fields)
  return joinTicketCode(payload, sign(payload))
}

/** The text of a payload and its 64 bytes of signature. */
export function joinTicketCode(payload: Uint8Array, signature: Uint8Array): string {
  if (signature.length !== SIGNATURE_BYTES) throw new RangeError('An Ed25519 signature has 64 bytes')
  const bytes = new Uint8Array(PAYLOAD_BYTES + SIGNATURE_BYTES)
  bytes.set(payload)
  bytes.set(signature, PAYLOAD_BYTES)
  return toBase45(bytes)
}

/** Parses a text with the form of a ticket code, else returns `null`. Does not verify the signature. */
export function decodeTicketCode(text: string): DecodedTicketCode | null {
  if (text.length !== TICKET_CODE_LENGTH) return null
  const bytes = fromBase45(text)
  if (!bytes || bytes[0] !== VERSION) return null
  const [, keyId = 0] = bytes
  if (!isTicketKeyId(keyId)) return null
  const hex = Array.from(bytes.subarray(6, 22), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    keyId,
    eventNumber: new DataView(bytes.buffer).getUint32(2),
    ticketId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    epoch: bytes[22] ?? 0,
    typePosition: bytes[23] ?? 0,
    signed: bytes.slice(0, PAYLOAD_BYTES),
    signature: bytes.slice(PAYLOAD_BYTES),
  }
}
