/**
 * Opens the one database of this installation (`device-db.ts`). A new store is a new version and a line in `upgrade`; what a version
 * before kept elsewhere is taken over. It comes with the first use: who has no session keeps nothing, and waits for none of it.
 */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'

interface Stores extends DBSchema {
  /** What was seen of the server, by call: a ticket opens without network. */
  answers: { key: string; value: unknown }
  /** This installation's key, which cannot leave it. */
  keys: { key: string; value: CryptoKey }
  /** Pictures of drafts, by draft and field. */
  files: { key: string; value: { readonly at: number; readonly file: Blob } }
}
export type DeviceDatabase = IDBPDatabase<Stores>

const VERSION = 2

/** Closes itself when a newer build waits for it; calls `onGone` when the connection becomes unusable. */
export async function openDeviceDb(onGone: () => void): Promise<DeviceDatabase> {
  let isNew = false
  const database: DeviceDatabase = await openDB<Stores>('previa', VERSION, {
    upgrade: (opened, oldVersion) => {
      isNew = oldVersion < 1
      if (isNew) {
        opened.createObjectStore('answers')
        opened.createObjectStore('keys')
      }
      if (oldVersion < 2) opened.createObjectStore('files')
    },
    // A newer build waits in another tab: it must not wait for this one.
    blocking: () => {
      onGone()
      database.close()
    },
    terminated: onGone,
  })
  if (isNew) {
    await takeOver(database, 'previa-seen', 'answers')
    await takeOver(database, 'previa-keys', 'keys')
    // Runs once no tab has it open; the keys stay for tabs of the previous build.
    void deleteDB('previa-seen')
  }
  return database
}

/** What the version before kept in a database of its own. */
async function takeOver(database: DeviceDatabase, from: string, store: 'answers' | 'keys'): Promise<void> {
  const old = await openDB(from, 1, { upgrade: (opened) => void opened.createObjectStore(store) })
  try {
    const [keys, values] = await Promise.all([old.getAllKeys(store), old.getAll(store)])
    const transaction = database.transaction(store, 'readwrite')
    for (const [index, key] of keys.entries()) {
      // Another tab may be faster: what it wrote is what it uses.
      if ((await transaction.store.getKey(String(key))) === undefined)
        await transaction.store.put(values[index], String(key))
    }
    await transaction.done
  } finally {
    old.close()
  }
}
