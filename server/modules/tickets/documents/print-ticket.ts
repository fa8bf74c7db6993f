/** A ticket's PDF for a module that has judged by itself who may have it. */
import type { App } from '#server/context.ts'
import { ticketsPdf } from './documents.ts'
import { findTicket } from '../queries.ts'

/** The PDF of one ticket; null when there is none. */
export async function printTicket(app: App, ticketId: string): Promise<Buffer | null> {
  const ticket = await findTicket(app, ticketId)
  return ticket ? ticketsPdf(app, [ticket]) : null
}
