import { constants } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken } from '#server/shared/ids.ts'
import type { Files, FileStore } from './port.ts'

// No slash and no leading dot, so that no key leaves its folder or names a file still being written.
const KEY = /^[a-z0-9][a-z0-9._-]{2,199}$/

/** Files in two folders below `root`, readable by the server's own user alone. Needs nothing. */
export function createDiskFiles(root: string): Files {
  return { public: createStore(join(root, 'public')), private: createStore(join(root, 'private')) }
}

function createStore(folder: string): FileStore {
  // The first two characters make a folder, so that none holds hundreds of thousands of files.
  const placeOf = (key: string) => {
    const shard = join(folder, key.slice(0, 2))
    return { shard, path: join(shard, key) }
  }
  /** Writes a temporary file and renames it: a reader sees the old file or the new one, even after a crash. */
  const keepWhole = async (key: string, write: (file: FileHandle) => Promise<void>) => {
    if (!KEY.test(key)) throw new RangeError('Not a file key')
    const { shard, path } = placeOf(key)
    await mkdir(shard, { recursive: true, mode: 0o700 })
    const unfinished = join(shard, `.${newToken()}`)
    try {
      await writeDurably(unfinished, write)
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    await syncFolder(shard)
  }
  return {
    async put(key, bytes) {
      await keepWhole(key, (file) => file.writeFile(bytes))
    },
    async putStream(key, bytes) {
      let size = 0
      // A stream may fail before the file is open. Reading it fails then too; its event must not end the process meanwhile.
      bytes.on('error', () => undefined)
      await keepWhole(key, async (file) => {
        await file.writeFile(bytes)
        size = (await file.stat()).size
      })
      return size
    },
    async open(key) {
      if (!KEY.test(key)) return null
      const file = await open(placeOf(key).path, 'r').catch(absentAsNull)
      return file?.createReadStream() ?? null
    },
    async get(key) {
      if (!KEY.test(key)) return null
      return readFile(placeOf(key).path).catch(absentAsNull)
    },
    async exists(key) {
      if (!KEY.test(key)) return false
      const found = await access(placeOf(key).path, constants.R_OK).catch(absentAsNull)
      return found !== null
    },
    async delete(key) {
      if (KEY.test(key)) await rm(placeOf(key).path, { force: true })
    },
  }
}

async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** After a power cut the name must be there too, not only the bytes. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function absentAsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
