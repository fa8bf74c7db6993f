/** Sends the tickets of a purchase to their holder again. */
import type { Tx } from '#server/context.ts'
import { requeueTogether } from '#server/modules/notifications/store.ts'
import { listUntouched } from '../queries.ts'
import { takeResend } from '../store.ts'
import { RESEND_LIMIT } from './resend-ticket.ts'

/** Queues the valid tickets that were not handed on, as one message by each channel; gives how many they are (rule R11.6). */
export async function resendOrder(app: Tx, orderId: string): Promise<number> {
  const ids: string[] = []
  for (const id of await listUntouched(app, orderId)) if (await takeResend(app, id, RESEND_LIMIT)) ids.push(id)
  if (ids.length > 0) await requeueTogether(app, ids)
  return ids.length
}
