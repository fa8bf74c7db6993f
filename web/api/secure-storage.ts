/**
 * Values in the browser's storage, encrypted with AES-GCM and with an end. The key is made for this installation and kept
 * in IndexedDB as a `CryptoKey` that cannot be exported: what a script or a backup copies out of the storage is useless
 * elsewhere. An entry that cannot be read is removed and counts as absent; one that another key wrote (another tab, where
 * IndexedDB is closed and each page has its own) counts as absent and is left to its writer.
 */
import { nowMilliseconds } from '#web/lib/clock.ts'
import { tryToStore } from '#web/lib/device/open-storage.ts'

const PREFIX = 'auth_'
const CLEANED_AT = 'auth_cleaned_at'
/** Rule R16.4. */
const MINIMUM_SECRET_LENGTH = 16
const CLEANUP_EVERY_MILLISECONDS = 24 * 60 * 60 * 1000

export interface SecureStorage {
  /** Keeps a JSON value until `expiresAt`, in milliseconds. Throws where the storage is full. */
  write: (name: string, value: unknown, expiresAt: number) => Promise<void>
  /** The value and its end, or null when there is none, it ended, or it cannot be read. */
  read: (name: string) => Promise<{ value: unknown; expiresAt: number } | null>
  remove: (name: string) => void
  /** Whether there is an entry that another key wrote. */
  isForeign: (name: string) => Promise<boolean>
  /** The stored text, to distinguish one write from another. */
  stored: (name: string) => string | null
  /** Removes every entry. */
  wipe: () => void
  /** Once every 24 hours: removes the entries that ended or cannot be read. */
  cleanUpWhenDue: () => Promise<void>
}

/** A key from a secret of at least 16 characters (rule R16.4); throws `RangeError` below that. */
export async function storageKey(secret: string): Promise<CryptoKey> {
  if (secret.length < MINIMUM_SECRET_LENGTH) {
    throw new RangeError(`The key of the storage needs at least ${MINIMUM_SECRET_LENGTH} characters`)
  }
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Storage over `area` with a key that is asked for at each use. */
export function secureStorage(area: Storage, key: () => Promise<CryptoKey>): SecureStorage {
  async function write(name: string, value: unknown, expiresAt: number) {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const plain = new TextEncoder().encode(JSON.stringify({ value, expiresAt }))
    const present = await key()
    const cipher = new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: label(name) }, present, plain),
    )
    area.setItem(PREFIX + name, `${await keyMark(present)}.${toText(iv)}.${toText(cipher)}`)
  }

  const marks = new WeakMap<CryptoKey, string>()
  /** Identifies a key without revealing it. */
  async function keyMark(present: CryptoKey): Promise<string> {
    const known = marks.get(present)
    if (known !== undefined) return known
    // The one use of this nonce: every entry draws its own.
    const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, present, label('key mark'))
    const mark = toText(new Uint8Array(cipher).slice(-6))
    marks.set(present, mark)
    return mark
  }

  async function isForeign(name: string) {
    const [writer, ...rest] = area.getItem(PREFIX + name)?.split('.') ?? []
    return rest.length === 2 && writer !== (await keyMark(await key()))
  }

  async function read(name: string) {
    const kept = area.getItem(PREFIX + name)
    if (kept === null) return null
    const entry = await decrypt(name, kept)
    if (entry && entry.expiresAt > nowMilliseconds()) return entry
    // Another tab may have written a newer one while this was read.
    if (!(await isForeign(name)) && area.getItem(PREFIX + name) === kept) area.removeItem(PREFIX + name)
    return null
  }

  async function decrypt(name: string, kept: string) {
    try {
      const [, iv = '', cipher = ''] = kept.split('.')
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromText(iv), additionalData: label(name) },
        await key(),
        fromText(cipher),
      )
      const entry: unknown = JSON.parse(new TextDecoder().decode(plain))
      return isEntry(entry) ? entry : null
    } catch {
      // Another key, a cut text, a foreign value: the same as absent (rule R16.4).
      return null
    }
  }

  function names(): string[] {
    return Array.from({ length: area.length }, (_, index) => area.key(index))
      .filter((stored): stored is string => stored !== null && stored.startsWith(PREFIX))
      .map((stored) => stored.slice(PREFIX.length))
  }

  async function cleanUpWhenDue() {
    const cleanedAt = Number(area.getItem(CLEANED_AT))
    if (nowMilliseconds() - cleanedAt < CLEANUP_EVERY_MILLISECONDS) return
    for (const name of names()) {
      if (PREFIX + name === CLEANED_AT) continue
      // Text that another key wrote over a day ago is unreadable.
      if ((await read(name)) === null) area.removeItem(PREFIX + name)
    }
    tryToStore(area, CLEANED_AT, String(nowMilliseconds()))
  }

  return {
    write,
    read,
    remove: (name) => area.removeItem(PREFIX + name),
    isForeign,
    stored: (name) => area.getItem(PREFIX + name),
    wipe: () => {
      for (const name of names()) area.removeItem(PREFIX + name)
    },
    cleanUpWhenDue,
  }
}

function isEntry(entry: unknown): entry is { value: unknown; expiresAt: number } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'value' in entry &&
    'expiresAt' in entry &&
    typeof entry.expiresAt === 'number'
  )
}

/** Ties a text to its name, so that entries cannot be swapped. */
function label(name: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(name)
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
