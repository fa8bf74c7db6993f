/** Hashes, and what is derived from the one master key: encryption at rest and authentication codes. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEAL_VERSION = 'v1.'
const MASTER_KEY_MIN_LENGTH = 32

/**
 * Purpose keys by label: what is sealed or signed for one purpose cannot be opened or accepted for another. Labels are
 * names in code such as `payment-link`, never input.
 */
export interface Vault {
  /** Encrypts text or bytes (AES-256-GCM); the answer is printable and names its version. */
  seal(label: string, plaintext: string | Uint8Array): string
  /** The bytes behind `sealed`; throws an Error when it was altered, or sealed under another key or label. */
  open(label: string, sealed: string): Buffer
  openText(label: string, sealed: string): string
  /** Whether it is sealed with the key of today, and not with one from before. */
  isFresh(label: string, sealed: string): boolean
  /** HMAC-SHA256, 32 bytes. */
  mac(label: string, data: string | Uint8Array): Buffer
  /** Whether `given`, base64url of `mac(label, data)` or of its first bytes (at least 16), is right; in constant time. */
  isMac(label: string, data: string | Uint8Array, given: string): boolean
}

/**
 * Makes the vault of a master key of at least 32 characters (config: PREVIA_MASTER_KEY); throws RangeError on a shorter one. What
 * the `previous` ones sealed or signed still counts; nothing new is made with them.
 */
export function createVault(masterKey: string, previous: readonly string[] = []): Vault {
  if ([masterKey, ...previous].some(({ length }) => length < MASTER_KEY_MIN_LENGTH)) {
    throw new RangeError(`The master key needs at least ${MASTER_KEY_MIN_LENGTH} characters`)
  }
  // As key objects: from raw bytes, each use would make a new one, which takes five times as long as the code itself.
  const keys = new Map<string, KeyObject>()
  const keyFor = (purpose: 'seal' | 'mac', label: string, master = masterKey): KeyObject => {
    const info = `${purpose}:${label}`
    const name = `${master} ${info}`
    let key = keys.get(name)
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', master, 'previa', info, 32)))
      keys.set(name, key)
    }
    return key
  }
  const openWith = (label: string, bytes: Buffer, master: string): Buffer => {
    const end = bytes.length - TAG_BYTES
    const key = keyFor('seal', label, master)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(end))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()])
  }
  /** The first of the keys that opens it; throws what the key of today threw when none does. */
  const openAny = (label: string, sealed: string): { plain: Buffer; isFresh: boolean } => {
    const bytes = Buffer.from(sealed.slice(SEAL_VERSION.length), 'base64url')
    if (!sealed.startsWith(SEAL_VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) {
      throw new Error('Not a sealed value')
    }
    try {
      return { plain: openWith(label, bytes, masterKey), isFresh: true }
    } catch (error) {
      for (const master of previous) {
        try {
          return { plain: openWith(label, bytes, master), isFresh: false }
        } catch {
          // Nor this one.
        }
      }
      throw error
    }
  }
  const macWith = (label: string, data: string | Uint8Array, master: string) =>
    createHmac('sha256', keyFor('mac', label, master))
      .update(data)
      .digest()

  const vault: Vault = {
    seal(label, plaintext) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal', label), nonce)
      const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext
      const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      return SEAL_VERSION + sealed.toString('base64url')
    },
    open: (label, sealed) => openAny(label, sealed).plain,
    isFresh: (label, sealed) => openAny(label, sealed).isFresh,
    openText: (label, sealed) => vault.open(label, sealed).toString(),
    mac: (label, data) => macWith(label, data, masterKey),
    isMac(label, data, given) {
      const bytes = Buffer.from(given, 'base64url')
      const isOf = (master: string) => constantTimeEqual(macWith(label, data, master).subarray(0, bytes.length), bytes)
      return bytes.length >= 16 && [masterKey, ...previous].some(isOf)
    },
  }
  return vault
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer')
}

/** What is stored and looked up of a bearer token; tokens have 256 random bits, so a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return sha256(token)
}

/** Equality that takes the same time wherever the first difference is; the length is not kept secret. */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  const left = typeof a === 'string' ? Buffer.from(a) : a
  const right = typeof b === 'string' ? Buffer.from(b) : b
  return left.length === right.length && timingSafeEqual(left, right)
}
