/** The key that signs new tickets, made on first use. */
import type { App } from '#server/context.ts'
import { isTicketKeyId } from '#contract/values/ticket-code.ts'
import { newTicketKeyPair } from '#server/shared/qr.ts'
import { forgetKeys, QR_KEY_LABEL, ticketKeys, type TicketKey, type TicketKeys } from './cache.ts'
import { insertKey } from '../store.ts'

export type { TicketKey } from './cache.ts'

const LAST_ID = 255

/**
 * Gives the newest key that is not retired. When there is none it makes one, before the transaction that needs it, since a
 * key must outlive that. Two processes at once agree on one.
 */
export async function ensureActiveKey(app: App): Promise<TicketKey> {
  const known = newestActive(await ticketKeys(app))
  if (known) return known
  const pair = newTicketKeyPair()
  await insertKey(app.reserved.lookups, {
    id: nextKeyId(await ticketKeys(app)),
    publicKey: Buffer.from(pair.publicKey, 'base64url'),
    privateKeySealed: app.vault.seal(QR_KEY_LABEL, pair.privateKey),
  })
  forgetKeys(app)
  const made = newestActive(await ticketKeys(app))
  if (!made) throw new Error('The key that signs ticket codes could not be made')
  return made
}

function newestActive(keys: TicketKeys): TicketKey | undefined {
  return [...keys.values()].findLast((key) => !key.isRetired)
}

function nextKeyId(keys: TicketKeys): number {
  let id = Math.max(0, ...keys.keys()) + 1
  while (!isTicketKeyId(id)) id += 1
  if (id > LAST_ID) throw new Error('Every id of a key that signs ticket codes has been used')
  return id
}
