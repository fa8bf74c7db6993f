/** The stock of a new ticket type. */
import type { Core } from '#server/context.ts'
import { insertTypeStock } from './store.ts'

/** Opens a type's stock with all its places free; its event gets a stock without a capacity when it has none yet. */
export async function createTypeStock(
  app: Core,
  stock: { readonly typeId: string; readonly eventId: string; readonly capacity: number },
): Promise<void> {
  await insertTypeStock(app, stock)
}
