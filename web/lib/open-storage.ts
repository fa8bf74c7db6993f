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

/** Keeps a text, or goes without where the storage is full or refused; gives whether it was kept. */
export function tryToKeep(area: Storage, key: string, text: string): boolean {
  try {
    area.setItem(key, text)
    return true
  } catch {
    return false
  }
}

openStorage(window)
