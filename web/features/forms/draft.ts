/**
 * What is typed and not sent, kept for a day, in the tab or, where a form asks for it, in the browser: it is there again after a reload, a wrong turn or the end of the
 * session. It is its owner's alone, goes when it was sent and at sign-out, and never holds a password or a code. A file waits in
 * memory, so that none of it stays on the device, unless the form names it as one that may.
 */
import { currentSession, onSessionChange } from '#web/api/session.ts'
import { draftKey, VISITOR } from '#web/api/tab-keeping.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { storeJson, readJson } from '#web/lib/device/open-storage.ts'
import { watchUnsaved } from '#web/lib/unsaved.ts'
import { forgetFiles, storeFile, moveFiles, recallFiles, wipeFiles } from './draft-files.ts'

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000
const SECRET = /password|token|^code$/i

const files = new Map<string, object>()
// What waits in memory alone does not outlive the page: a new version waits for it.
watchUnsaved(() => [...files.values()].some((held) => Object.keys(held).length > 0))
onSessionChange(({ cause }) => {
  if (cause !== 'left' && cause !== 'left elsewhere') return
  files.clear()
  void wipeFiles()
})

/** Whose draft is read and written: a person's id, or the visitor's of this tab. */
export function draftOwner(): string {
  return currentSession()?.user.id ?? VISITOR
}

export interface Draft<Values> {
  /** What was kept, in the shape of the form of today; null when there is nothing. */
  read: () => Values | null
  /** Some or all of the values. */
  keep: (values: object) => void
  clear: () => void
  /** Files that waited on the device, by their fields. */
  recall: () => Promise<object>
}

/**
 * The draft of one form. `name` identifies it, with the id of its subject. `read` returns the stored fields whose names and
 * types match `shape` (an array's first item is the shape of all), and the rest from `shape`. A visitor's draft goes to the
 * person who signs in. Files of `onDevice` survive a reload. `area` is where it is kept: of the tab, or of the browser, which keeps
 * it past the closing of the page.
 */
export function draftOf<Values extends object>(
  name: string,
  shape: Values,
  owner = draftOwner(),
  onDevice: readonly string[] = [],
  area: Storage = sessionStorage,
): Draft<Values> {
  const key = draftKey(owner, name)
  let moving: Promise<void> | undefined
  function read(): Values | null {
    if (owner !== VISITOR && takeAlong(area, draftKey(VISITOR, name), key) && onDevice.length > 0) {
      moving = moveFiles(draftKey(VISITOR, name), key)
    }
    const kept = readJson(area, key)
    if (!isDated(kept)) return null
    if (nowMilliseconds() - kept.at < LIFETIME_MILLISECONDS) return { ...fitted(shape, kept.values), ...files.get(key) }
    area.removeItem(key)
    return null
  }
  return {
    read,
    keep: (values) => {
      files.set(key, Object.fromEntries(Object.entries(values).filter(([, value]) => value instanceof Blob)))
      for (const field of onDevice) void storeFile(key, field, Reflect.get(values, field))
      storeJson(area, key, { at: nowMilliseconds(), values: withoutFiles(withoutSecrets(values)) })
    },
    clear: () => {
      files.delete(key)
      if (onDevice.length > 0) void forgetFiles(key)
      area.removeItem(key)
    },
    recall: async () => {
      await moving
      return onDevice.length > 0 ? recallFiles(key) : {}
    },
  }
}

/** Whether something was. */
function takeAlong(area: Storage, from: string, to: string): boolean {
  const kept = readJson(area, from)
  const held = files.get(from)
  area.removeItem(from)
  files.delete(from)
  if (kept === null || area.getItem(to) !== null) return false
  storeJson(area, to, kept)
  if (held) files.set(to, held)
  return true
}

function isDated(kept: unknown): kept is { at: number; values: object } {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'at' in kept &&
    typeof kept.at === 'number' &&
    'values' in kept &&
    typeof kept.values === 'object' &&
    kept.values !== null
  )
}

/** As it is kept: without what must not stay on a device. */
export function withoutSecrets(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !SECRET.test(name)))
}

function withoutFiles(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Blob)))
}

/** `shape` with the values of `kept` that have its names and types: a draft may be of an older form. */
function fitted<Shape>(shape: Shape, kept: unknown): Shape {
  return fit(shape, kept) as Shape // the same names, with values of the same types
}

function fit(shape: unknown, kept: unknown): unknown {
  if (kept === undefined) return shape
  if (Array.isArray(shape)) {
    const [item]: unknown[] = shape
    if (!Array.isArray(kept)) return shape
    return item === undefined ? kept : kept.map((each: unknown) => fit(item, each))
  }
  if (shape === null || shape === undefined) return typeof kept === 'object' ? shape : (kept ?? shape)
  if (typeof shape !== 'object') return typeof kept === typeof shape ? kept : shape
  const found = typeof kept === 'object' && kept !== null ? kept : {}
  return Object.fromEntries(
    Object.entries(shape).map(([name, value]: [string, unknown]) => [name, fit(value, Reflect.get(found, name))]),
  )
}
