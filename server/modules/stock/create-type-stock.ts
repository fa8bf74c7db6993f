/** The stock of a new ticket type. */
import type { App } from '#server/context.ts'
import { insertTypeStock } from './store.ts'

/** Opens a type's stock with all its places free; its event gets a stock without a capacity when it has none yet. */
export async function createTypeStock(
  app: App,
  stock: { readonly typeId: string; readonly eventId: string; readonly capacity: number },
): Promise<void> {
  await insertTypeStock(app, stock)
}
