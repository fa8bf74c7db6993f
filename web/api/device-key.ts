import { inTime } from '#web/lib/clock.ts'
import { onDevice } from '#web/lib/device/device-db.ts'
import { storageKey } from './secure-storage.ts'

/** A busy phone takes seconds to open a database; one that never answers must not keep the page from starting. */
const PATIENCE_MILLISECONDS = 8000

let storedKey: Promise<CryptoKey> | undefined
let pageKey: Promise<CryptoKey> | undefined

/** Whether this page may encrypt: only https and localhost may. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/**
 * This installation's key, made at its first use from a random secret that is then forgotten. Where IndexedDB is closed
 * to us or silent (some private windows) it lives as long as the page, and the session with it.
 */
export function deviceKey(): Promise<CryptoKey> {
  storedKey ??= kept()
  // Waited for once; should it come after all, it is used from then on.
  return inTime(storedKey, pageKey ? 0 : PATIENCE_MILLISECONDS).catch(() => (pageKey ??= freshKey()))
}

function kept(): Promise<CryptoKey> {
  return onDevice(async (database) => {
    const found = await database.get('keys', 'storage')
    if (found) return found
    const made = await freshKey()
    // Two tabs may start at once: the first to write wins, and both read what was written.
    const transaction = database.transaction('keys', 'readwrite')
    const winner = await transaction.store.get('storage')
    if (winner) return winner
    await transaction.store.put(made, 'storage')
    await transaction.done
    return made
  })
}

function freshKey(): Promise<CryptoKey> {
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return storageKey(secret)
}
