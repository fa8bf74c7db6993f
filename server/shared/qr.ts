/** Ticket codes with Node's crypto: key pairs, signing, checking, and the hash by which the door looks a code up. */
import { promisify } from 'node:util'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import {
  encodeTicketCode,
  joinTicketCode,
  ticketCodePayload,
  type TicketCodeFields,
} from '#contract/values/ticket-code.ts'
import { sha256 } from './crypto.ts'

// DER headers of RFC 8410: what precedes the 32 bytes of an Ed25519 key.
const SPKI_HEADER = Buffer.from('302a300506032b6570032100', 'hex')
const PUBLIC_KEY_BYTES = 32

export interface TicketKeyPair {
  /** PKCS #8 in base64; stored only sealed by the vault. */
  readonly privateKey: string
  /** The 32 raw bytes in base64url, as WebCrypto imports them (`raw`, `Ed25519`). */
  readonly publicKey: string
}

/** A fresh Ed25519 pair for signing ticket codes. */
export function newTicketKeyPair(): TicketKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_HEADER.length).toString('base64url'),
  }
}

/** The signing key of a stored pair; throws on anything that is not an Ed25519 key. */
export function readPrivateKey(privateKey: string): KeyObject {
  return asEd25519(createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }))
}

/** The checking key of a stored pair; throws on anything that is not an Ed25519 key. */
export function readPublicKey(publicKey: string): KeyObject {
  const raw = Buffer.from(publicKey, 'base64url')
  if (raw.length !== PUBLIC_KEY_BYTES) throw new RangeError('An Ed25519 public key has 32 bytes')
  return createPublicKey({ key: Buffer.concat([SPKI_HEADER, raw]), format: 'der', type: 'spki' })
}

function asEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('Ticket codes are signed with Ed25519 only')
  return key
}

const signAside = promisify<null, Uint8Array, KeyObject, Buffer>(sign)

/** The text of a ticket's QR, signed; throws RangeError when a field does not fit. Some 100 µs: one at a time. */
export function signTicketCode(fields: TicketCodeFields, privateKey: KeyObject): string {
  const key = asEd25519(privateKey)
  return encodeTicketCode(fields, (payload) => sign(null, payload, key))
}

/** The same, signed off the main thread, which serves others meanwhile: for a sale, which signs hundreds at once. */
export async function signTicketCodeAside(fields: TicketCodeFields, privateKey: KeyObject): Promise<string> {
  const key = asEd25519(privateKey)
  const payload = ticketCodePayload(fields)
  return joinTicketCode(payload, await signAside(null, payload, key))
}

/** What `tickets.code_hash` holds: SHA-256 of the QR's text. Online the door compares this alone (bench/README.md, P6). */
export function ticketCodeHash(text: string): Buffer {
  return sha256(text)
}
