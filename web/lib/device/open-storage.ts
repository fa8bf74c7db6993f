const PROBE = 'previa_probe'

/**
 * Where the browser closes its storage to the page (cookies blocked, a sandboxed frame), reading `localStorage` itself
 * throws; elsewhere it opens and throws at every use (private windows, a full disk). A storage that lasts as long as the page stands
 * in front of it there, so that callers need no check and nothing is lost between two screens.
 */
export function openStorage(view: Window): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    let area: Storage | null = null
    try {
      area = view[name]
      area.setItem(PROBE, '1')
      area.removeItem(PROBE)
    } catch {
      Object.defineProperty(view, name, { value: pageStorage(area), configurable: true })
    }
  }
}

/** A `Storage` in memory, in front of one that may still hold something: what is removed here is removed there. */
function pageStorage(behind: Storage | null): Storage {
  const kept = new Map<string, string>()
  const orNothing = <Value>(read: (area: Storage) => Value): Value | null => {
    try {
      return behind && read(behind)
    } catch {
      return null
    }
  }
  const keys = () => {
    const stored = Array.from({ length: orNothing(({ length }) => length) ?? 0 }, (_, n) =>
      orNothing((at) => at.key(n)),
    )
    return [...new Set([...stored.filter((key) => key !== null), ...kept.keys()])]
  }
  return {
    get length() {
      return keys().length
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => kept.get(key) ?? orNothing((area) => area.getItem(key)),
    setItem: (key, value) => void kept.set(key, value),
    removeItem(key) {
      kept.delete(key)
      orNothing((area) => area.removeItem(key))
    },
    clear() {
      kept.clear()
      orNothing((area) => area.clear())
    },
  }
}

/** Stores a text; false where the storage is full or refused. */
export function tryToStore(area: Storage, key: string, text: string): boolean {
  try {
    area.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Reads what `storeJson` stored, for the caller to check; null when there is nothing or it cannot be read. */
export function readJson(area: Storage, key: string): unknown {
  try {
    return JSON.parse(area.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value; does without where the storage is full or refused, since the page still has what it shows. */
export function storeJson(area: Storage, key: string, value: unknown): void {
  tryToStore(area, key, JSON.stringify(value))
}

openStorage(window)
