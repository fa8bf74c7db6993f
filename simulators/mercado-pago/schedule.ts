/** What happens by itself as time passes: late money, and notifications that are due. */
import { isBefore } from '#server/shared/clock.ts'
import { deliver, dueNotifications } from './notifications.ts'
import { approvePayment, createPayment } from './payments.ts'
import type { Simulator } from './simulator.ts'
import { lookUp } from './state.ts'

const TICK_MS = 200

/** Does what was scheduled for now or earlier. */
export function runDue(simulator: Simulator): void {
  const { state, clock, switches } = simulator
  const now = clock.now()
  const due = state.scheduled.filter((entry) => !isBefore(now, entry.at))
  state.scheduled = state.scheduled.filter((entry) => isBefore(now, entry.at))
  for (const entry of due) {
    if (entry.kind === 'pay') {
      const preference = lookUp(state.preferences, entry.preferenceId)
      if (preference) createPayment(simulator, preference, { method: entry.method, ...switches.payment })
    } else {
      const payment = lookUp(state.payments, entry.paymentId)
      // It may have been cancelled meanwhile.
      if (payment && (payment.status === 'pending' || payment.status === 'in_process'))
        approvePayment(simulator, payment)
    }
  }
}

/** Lets time pass until the returned function is called, which waits for what is under way. */
export function startTime(simulator: Simulator): () => Promise<void> {
  const sending = new Map<string, Promise<unknown>>()
  function tick(): void {
    runDue(simulator)
    // Each goes its own way, so that a receiver that hangs does not delay the others.
    for (const key of dueNotifications(simulator)) {
      if (sending.has(key)) continue
      const sent = deliver(simulator, key)
        .then(() => simulator.save())
        // What was not saved is sent again after a restart, as the real one would.
        .catch(() => undefined)
        .finally(() => sending.delete(key))
      sending.set(key, sent)
    }
  }
  const timer = setInterval(tick, TICK_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all(sending.values())
  }
}
