/** The receipt that leaves in the mail of the tickets it is of. */
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#server/context.ts'
import type { ReceiptFile } from '../hooks.ts'

/** Tickets wait no longer for it: well within the lease of their delivery, and longer than a busy machine draws. */
const LONGEST_MS = 10_000

/** The order's receipt, if it is due and at hand within seconds. Null otherwise: receipts mails it by itself. */
export async function dueReceipt(app: App, orderId: string): Promise<ReceiptFile | null> {
  const isDone = new AbortController()
  const drawing = Promise.all(app.modules.flatMap(({ hooks }) => hooks?.drawDueReceipt?.(app, orderId) ?? []))
  const late = wait(LONGEST_MS, 'late' as const, { signal: isDone.signal, ref: false })
  late.catch(() => {})
  try {
    const drawn = await Promise.race([drawing, late])
    if (drawn !== 'late') return drawn.find(Boolean) ?? null
    drawing.catch(() => {})
    app.log.warn({ orderId }, 'tickets leave without their receipt, which took too long')
  } catch (error) {
    app.log.error({ err: error, orderId }, 'tickets leave without their receipt')
  } finally {
    isDone.abort()
  }
  return null
}

export async function receiptLeft(app: App, orderId: string): Promise<void> {
  await Promise.all(app.modules.flatMap(({ hooks }) => hooks?.onReceiptMailed?.(app, orderId) ?? []))
}
