/** Screens come in chunks of their own; this counts the ones on their way, so that the splash can say so. */
let pending = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1): void {
  pending += by
  for (const listener of listeners) listener()
}

/** Wraps the import of a screen: `lazy: chunk(() => import('#web/areas/public/events/HomeScreen.tsx'))`. */
export function chunk<Screen>(load: () => Promise<Screen>): () => Promise<Screen> {
  return async () => {
    change(1)
    try {
      return await load()
    } finally {
      change(-1)
    }
  }
}

export const chunks = {
  isPending: () => pending > 0,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
