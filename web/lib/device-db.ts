/**
 * The one database of this installation in the browser. A new store is a new version and a line in `upgrade`; what a version
 * before kept elsewhere is taken over. It is opened once, closes itself when a newer build waits for it, and is opened again
 * when the browser closed it. Where it is closed to us, full or silent the page goes on as without one.
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

/** What hears that a connection is of no use any more. */
type Open = (onGone: () => void) => Promise<DeviceDatabase>

/** Uses of one connection, opened by `open` at the first and whenever it is gone. */
export function sharedConnection(open: Open) {
  let opening: Promise<DeviceDatabase> | undefined
  function connect(): Promise<DeviceDatabase> {
    if (opening) return opening
    const mine = open(() => {
      if (opening === mine) opening = undefined
    })
    opening = mine
    // The next use tries again.
    mine.catch(() => {
      if (opening === mine) opening = undefined
    })
    return mine
  }
  return async function use<Result>(work: (database: DeviceDatabase) => Promise<Result>): Promise<Result> {
    const used = connect()
    try {
      return await work(await used)
    } catch (error) {
      // Closed without a word, as by a phone that woke up: once more on a new one.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      if (opening === used) opening = undefined
      return work(await connect())
    }
  }
}

/** Does work on the database; rejects where it is closed to us or full, and may wait for ever where it is silent. */
export const onDevice = sharedConnection(async (onGone) => {
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
    // Once nobody has it open; the keys stay for tabs of the build before.
    void deleteDB('previa-seen')
  }
  return database
})

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
