/** Looks what was paid and given back since the last time: each is mailed and invoiced once. */
import { inTransaction, type App } from '#server/context.ts'
import { notePlatform } from './note-platform.ts'
import { noteNews } from './store.ts'

/** By its own statement and not by the payment's, so that no sale waits for a receipt. */
export async function noteSales(app: App): Promise<void> {
  await notePlatform(app)
  await inTransaction(app, noteNews)
}
