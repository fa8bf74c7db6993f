/** A person leaves: their orders stay, without what they were made on. */
import type { App } from '#server/context.ts'
import { clearDevices } from './store.ts'

/** Forgets the devices and addresses of a person's orders; again, it does nothing. */
export function forgetDevices(app: App, buyerId: string): Promise<void> {
  return clearDevices(app, buyerId)
}
