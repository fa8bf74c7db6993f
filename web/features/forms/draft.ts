/**
 * What is typed and not sent, kept in the tab for a day: it is there again after a reload, a wrong turn or the end of the
 * session. It is its owner's alone, goes when it was sent and at sign-out, and never holds a password or a code. A file waits in
 * memory, so that none of it stays on the device.
 */
import { currentSession, onSessionChange } from '#web/api/session.ts'
import { draftKey, VISITOR } from '#web/api/tab-keeping.ts'
import { nowMilliseconds } from '#web/lib/clock.ts'
import { keepJson, readJson } from '#web/lib/kept-json.ts'

const LIFETIME_MILLISECONDS = 24 * 60 * 60 * 1000
const SECRET = /password|token|^code$/i

const files = new Map<string, object>()
onSessionChange(({ cause }) => {
  if (cause === 'left' || cause === 'left elsewhere') files.clear()
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
}

/**
 * The draft of one form: `name` tells it from others, with the id of what it is about. Of what was kept, `read` gives what
 * has the names and types of `shape` (an array's first item is the shape of all), and the rest as `shape` has it. Who wrote
 * as a visitor and signs in takes the visitor's draft along.
 */
export function draftOf<Values extends object>(name: string, shape: Values, owner = draftOwner()): Draft<Values> {
  const key = draftKey(owner, name)
  function read(): Values | null {
    if (owner !== VISITOR) takeAlong(draftKey(VISITOR, name), key)
    const kept = readJson(sessionStorage, key)
    if (!isDated(kept)) return null
    if (nowMilliseconds() - kept.at < LIFETIME_MILLISECONDS) return { ...fitted(shape, kept.values), ...files.get(key) }
    sessionStorage.removeItem(key)
    return null
  }
  return {
    read,
    keep: (values) => {
      files.set(key, Object.fromEntries(Object.entries(values).filter(([, value]) => value instanceof Blob)))
      keepJson(sessionStorage, key, { at: nowMilliseconds(), values: withoutFiles(withoutSecrets(values)) })
    },
    clear: () => {
      files.delete(key)
      sessionStorage.removeItem(key)
    },
  }
}

function takeAlong(from: string, to: string): void {
  const kept = readJson(sessionStorage, from)
  sessionStorage.removeItem(from)
  if (kept !== null && sessionStorage.getItem(to) === null) keepJson(sessionStorage, to, kept)
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
