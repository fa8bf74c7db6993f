/** On this device: the order that was placed last without a session and waits for its payment. */
import { readJson, storeJson } from '#web/lib/device/open-storage.ts'

const KEY = 'reserva-sin-cuenta'

export interface StoredHold {
  readonly publicId: string
  readonly token: string
}

const isHold = (value: unknown): value is StoredHold =>
  typeof value === 'object' &&
  value !== null &&
  ['publicId', 'token'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

export const storedHold = {
  read(): StoredHold | null {
    const kept = readJson(localStorage, KEY)
    return isHold(kept) ? kept : null
  },
  write: ({ publicId, token }: StoredHold) => storeJson(localStorage, KEY, { publicId, token }),
  forget(publicId: string) {
    if (storedHold.read()?.publicId === publicId) localStorage.removeItem(KEY)
  },
}
