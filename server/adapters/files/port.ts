/** Files by key. Public and private ones are two stores, so that what serves the one cannot reach the other by any key. */

import type { Readable } from 'node:stream'

export interface FileStore {
  /**
   * Keeps the bytes under `key`, whole or not at all; a key that exists is replaced. Keys are our own names of 3 to 200
   * characters from `a-z 0-9 . _ -`, beginning with a letter or digit; anything else throws RangeError.
   */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The bytes, or null when there is no such file (also for what cannot be a key: it may come from an address). */
  get(key: string): Promise<Buffer | null>
  /** As `put`, of bytes that come by and by: never all of them in memory. Gives how many they were; throws what they throw. */
  putStream(key: string, bytes: Readable): Promise<number>
  /** The bytes by and by, or null when there is no such file. */
  open(key: string): Promise<Readable | null>
  exists(key: string): Promise<boolean>
  /** Forgets the file; nothing happens when there is none. */
  delete(key: string): Promise<void>
}

export interface Files {
  /** What anybody may fetch, for example `/media/*`. */
  readonly public: FileStore
  /** What only code that has judged the caller hands out. */
  readonly private: FileStore
}
