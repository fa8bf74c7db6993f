/** The keys that sign codes, kept open by each process; reloaded every minute, so that a rotation reaches all of them. */
import type { KeyObject } from 'node:crypto'
import type { TicketCodeFields } from '#contract/values/ticket-code.ts'
import { perProcess, type App } from '#server/context.ts'
import { createCachedValue, type CachedValue } from '#server/shared/cached-value.ts'
import { readPrivateKey, readPublicKey, signTicketCode } from '#server/shared/qr.ts'

export interface TicketKey {
  readonly id: number
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly isRetired: boolean
}
export type TicketKeys = ReadonlyMap<number, TicketKey>

/** Label of the vault that seals private keys. */
export const QR_KEY_LABEL = 'qr-key'
const REFRESH_MS = 60_000

/** Every key by id, retired ones too: their tickets are still shown. Read outside any transaction of the caller's. */
export function ticketKeys(app: App): Promise<TicketKeys> {
  return cachedKeys(app).get(() => readKeys(app))
}

/** Makes the next caller read the keys again. */
export function forgetKeys(app: App): void {
  cachedKeys(app).forget()
}

/** Writes the code of any ticket; it is never stored, since the same key signs the same fields the same way. */
export async function codeSigner(app: App): Promise<(fields: TicketCodeFields) => string> {
  const keys = await ticketKeys(app)
  return (fields) => {
    const key = keys.get(fields.keyId)
    if (!key) throw new Error(`No key ${fields.keyId} signs ticket codes`)
    return signTicketCode(fields, key.privateKey)
  }
}

function cachedKeys(app: App): CachedValue<TicketKeys> {
  return perProcess(app, 'tickets.keys', () => createCachedValue<TicketKeys>(app.clock, REFRESH_MS))
}

async function readKeys(app: App): Promise<TicketKeys> {
  const rows = await app.reserved.lookups.selectFrom('qr_keys').selectAll().orderBy('id').execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        privateKey: readPrivateKey(app.vault.openText(QR_KEY_LABEL, row.private_key_sealed)),
        publicKey: readPublicKey(row.public_key.toString('base64url')),
        isRetired: row.retired_at !== null,
      },
    ]),
  )
}
