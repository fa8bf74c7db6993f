/**
 * The one database of this installation in the browser. It is opened once, closes itself when a newer build waits for it, and is
 * opened again when the browser closed it. Where it is closed to us, full or silent the page goes on as without one.
 */
import type { DeviceDatabase } from './open-device-db.ts'

export type { DeviceDatabase } from './open-device-db.ts'

/** Called when a connection becomes unusable. */
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
export const onDevice = sharedConnection(async (onGone) => (await import('./open-device-db.ts')).openDeviceDb(onGone))
