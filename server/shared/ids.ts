/** Identifiers. What names a row sorts by time; what opens something is random and cannot be guessed. */
import { randomBytes, randomFillSync } from 'node:crypto'
import { createClock } from './clock.ts'

const clock = createClock()
const ID_BYTES = 16
// Random bytes are drawn in bulk: one system call per 512 ids.
const pool = Buffer.alloc(ID_BYTES * 512)
let poolOffset = pool.length
let lastMs = 0
let counter = 0

function drawRandom(): Buffer {
  if (poolOffset === pool.length) {
    randomFillSync(pool)
    poolOffset = 0
  }
  const bytes = Buffer.from(pool.subarray(poolOffset, poolOffset + ID_BYTES))
  poolOffset += ID_BYTES
  return bytes
}

function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * A UUIDv7 (RFC 9562, method 1: 12 counter bits), greater than every id this process made before, also when the machine's
 * clock steps back.
 */
export function newId(): string {
  const bytes = drawRandom()
  const ms = clock.epochMs()
  if (ms > lastMs) {
    lastMs = ms
    // The counter begins in its lower half, so that a busy millisecond has room for 2,048 more ids.
    counter = bytes.readUInt16BE(6) & 0x7ff
  } else if (counter === 0xfff) {
    lastMs += 1
    counter = 0
  } else {
    counter += 1
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return uuidText(bytes)
}

/** A ticket's public id: 128 random bits in the text form of a uuid, with no version bits (rule R3.10). */
export function newTicketId(): string {
  return uuidText(drawRandom())
}

/** An order's public id: 128 random bits, 22 characters that need no escaping in an address. */
export function newPublicOrderId(): string {
  return drawRandom().toString('base64url')
}

/** A bearer secret (session, activation, ticket link): 256 random bits, 43 characters. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
