/** Asks the browser to keep what this phone has stored for weeks, also when its space runs short. */
import { tryToStore } from '#web/lib/device/open-storage.ts'

const ASKED_KEY = 'guardado_pedido'

/** Asks once a visit where the browser decides by itself. Firefox would show a question that no screen explains, and is not asked. */
export async function askForLastingStorage(): Promise<void> {
  if (/Firefox\//.test(navigator.userAgent) || sessionStorage.getItem(ASKED_KEY) !== null) return
  tryToStore(sessionStorage, ASKED_KEY, '1')
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Not offered here.
  }
}
