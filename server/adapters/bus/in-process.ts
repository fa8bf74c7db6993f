import type { Logger } from '#server/shared/logger.ts'
import type { Bus } from './port.ts'

/** Hints within one process; the default that needs nothing. Listeners run after the publisher's turn, as over a network. */
export function createInProcessBus(log: Pick<Logger, 'warn'>): Bus {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  return {
    publish(topic, payload = '') {
      for (const listener of listeners.get(topic) ?? []) {
        queueMicrotask(() => {
          // A listener that stopped in the meantime hears nothing.
          if (!listeners.get(topic)?.has(listener)) return
          try {
            listener(payload)
          } catch (error) {
            log.warn({ err: error, topic }, 'a listener of the bus threw')
          }
        })
      }
    },
    subscribe(topic, listener) {
      // A wrapper, so that one function subscribed twice is two subscriptions.
      const entry = (payload: string) => listener(payload)
      const entries = listeners.get(topic) ?? new Set()
      listeners.set(topic, entries.add(entry))
      return () => {
        entries.delete(entry)
        if (entries.size === 0 && listeners.get(topic) === entries) listeners.delete(topic)
      }
    },
    async close() {
      listeners.clear()
    },
  }
}
