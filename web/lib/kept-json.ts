import { tryToKeep } from './open-storage.ts'

/** What `keepJson` kept, to be looked at before it is believed; null when there is nothing or it cannot be read. */
export function readJson(area: Storage, key: string): unknown {
  try {
    return JSON.parse(area.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a value, or goes without where the storage is full or refused: the page still has what it shows. */
export function keepJson(area: Storage, key: string, value: unknown): void {
  tryToKeep(area, key, JSON.stringify(value))
}
