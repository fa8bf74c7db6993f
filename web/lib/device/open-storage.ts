/**
 * Where the browser closes its storage to the page (cookies blocked, a sandboxed frame), reading `localStorage` itself
 * throws. A storage that lasts as long as the page replaces it there, so that callers need no check.
 */
export function openStorage(view: Window): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    try {
      void view[name].length
    } catch {
      Object.defineProperty(view, name, { value: pageStorage(), configurable: true })
    }
  }
}

/** A `Storage` in memory. */
function pageStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
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
