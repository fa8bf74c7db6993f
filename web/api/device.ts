import { randomId } from '#web/lib/random-id.ts'

const KEY = 'previa_device'
let known: string | undefined

/** A random name for this browser, so that limits count devices and not the address that a whole venue shares. */
export function deviceId(): string {
  known ??= stored()
  return known
}

function stored(): string {
  try {
    const found = localStorage.getItem(KEY)
    if (found) return found
    const made = randomId()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    // Storage is closed to us (private browsing): a name for this page only.
    return randomId()
  }
}
