import { vi } from 'vitest'

/** Gives the browser a storage that may be asked to last, or has that already; returns what asks for it. */
export function giveStorage({ isPersisted = false } = {}) {
  const persist = vi.fn(async () => true)
  const value = { persisted: async () => isPersisted, persist }
  Object.defineProperty(navigator, 'storage', { value, configurable: true })
  return persist
}
