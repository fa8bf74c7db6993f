/**
 * Pictures of an unsent form, stored on the device so that a reload keeps them. A form names the fields that may be stored;
 * never one of an identity document. Erased with the draft, at sign-out and after a day.
 */
import { inTime, nowMilliseconds } from '#web/lib/clock.ts'
import { onDevice, type DeviceDatabase } from '#web/lib/device/device-db.ts'

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000
/** Some browsers' databases never answer. */
const PATIENCE_MILLISECONDS = 3000

/** What is on the device already: a picture is not written again with every letter. */
const written = new Map<string, Blob>()

/** Without a database the picture waits in memory alone. */
function ifItCan<Result>(work: (database: DeviceDatabase) => Promise<Result>): Promise<Result | undefined> {
  return inTime(onDevice(work), PATIENCE_MILLISECONDS).catch(() => undefined)
}
const keyOf = (draft: string, field: string) => `${draft}:${field}`
const allOf = (draft: string) => IDBKeyRange.bound(keyOf(draft, ''), keyOf(draft, '\uffff'))

/** Keeps the file of one field, or forgets the one before. */
export async function storeFile(draft: string, field: string, file: unknown): Promise<void> {
  const key = keyOf(draft, field)
  if (!(file instanceof Blob)) {
    if (written.delete(key)) await ifItCan((database) => database.delete('files', key))
  } else if (written.get(key) !== file) {
    written.set(key, file)
    await ifItCan((database) => database.put('files', { at: nowMilliseconds(), file }, key))
  }
}

/** The files of a draft by their fields; old ones of any draft are erased on the way. */
export async function recallFiles(draft: string): Promise<Record<string, Blob>> {
  const found = await ifItCan(async (database) => {
    const transaction = database.transaction('files', 'readwrite')
    for (const key of await transaction.store.getAllKeys()) {
      const kept = await transaction.store.get(key)
      if (kept && nowMilliseconds() - kept.at >= LIFETIME_MILLISECONDS) await transaction.store.delete(key)
    }
    const range = allOf(draft)
    const [keys, kept] = [await transaction.store.getAllKeys(range), await transaction.store.getAll(range)]
    return keys.map((key, index) => [key.slice(keyOf(draft, '').length), kept[index]?.file] as const)
  })
  const files = Object.fromEntries((found ?? []).flatMap(([field, file]) => (file ? [[field, file]] : [])))
  for (const [field, file] of Object.entries(files)) written.set(keyOf(draft, field), file)
  return files
}

export async function forgetFiles(draft: string): Promise<void> {
  for (const key of written.keys()) if (key.startsWith(keyOf(draft, ''))) written.delete(key)
  await ifItCan((database) => database.delete('files', allOf(draft)))
}

/** A visitor's become those of who they turned out to be. */
export async function moveFiles(from: string, to: string): Promise<void> {
  for (const [field, file] of Object.entries(await recallFiles(from))) await storeFile(to, field, file)
  await forgetFiles(from)
}

/** At sign-out. */
export async function wipeFiles(): Promise<void> {
  written.clear()
  await ifItCan((database) => database.clear('files'))
}
