/** Where tests keep what they make: databases are thousands of small files, which many a disk makes slowly. */
import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'
/** Of the databases and state folders of a whole run there is never this much at a time. */
const ROOM_BYTES = 3 * 1024 ** 3

/** Puts temporary folders of this process, and of those it starts, into memory where that has room; `npm run prove` stays on the disk. */
export function workInMemory(): void {
  if (process.env['PREVIA_PROVE'] === undefined && hasRoom()) process.env['TMPDIR'] = MEMORY
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    // Programs of PostgreSQL may be copied there.
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY)
    return bavail * bsize >= ROOM_BYTES && mount !== undefined && !mount.includes('noexec')
  } catch {
    return false // not Linux
  }
}
