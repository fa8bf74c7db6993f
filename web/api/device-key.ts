import { openDB } from 'idb'
import { inTime } from '#web/lib/clock.ts'
import { storageKey } from './secure-storage.ts'

/** A database that opens takes milliseconds; one that never answers must not keep the page from starting. */
const PATIENCE_MILLISECONDS = 2000

let key: Promise<CryptoKey> | undefined

/** Whether this page may encrypt: only https and localhost may. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/**
 * This installation's key, made at its first use from a random secret that is then forgotten. Where IndexedDB is closed
 * to us or silent (some private windows) it lives as long as the page, and the session with it.
 */
export function deviceKey(): Promise<CryptoKey> {
  key ??= inTime(kept(), PATIENCE_MILLISECONDS).catch(async () => freshKey())
  return key
}

async function kept(): Promise<CryptoKey> {
  const database = await openDB('previa-keys', 1, {
    upgrade: (opened) => void opened.createObjectStore('keys'),
  })
  try {
    const found: unknown = await database.get('keys', 'storage')
    if (found instanceof CryptoKey) return found
    const made = await freshKey()
    // Two tabs may start at once: the first to write wins, and both read what was written.
    const transaction = database.transaction('keys', 'readwrite')
    const winner: unknown = await transaction.store.get('storage')
    if (winner instanceof CryptoKey) return winner
    await transaction.store.put(made, 'storage')
    await transaction.done
    return made
  } finally {
    database.close()
  }
}

function freshKey(): Promise<CryptoKey> {
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return storageKey(secret)
}
