/** Buying without a session. */
import { randomBytes } from 'node:crypto'
import { confirmGuestCode, createGuestPurchase, requestGuestCode } from '#contract/sales/checkout-guest.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { TestApp } from './app.ts'
import { codeAt } from './read-inbox.ts'
import type { SellingApp } from './selling-app.ts'

export interface TypedContacts {
  readonly name: string
  readonly phone: string
  readonly mail: string
  readonly birthDate?: string
}

let people = 0

/** Contacts that were not typed before. */
export function newBuyer(): TypedContacts {
  people += 1
  return { name: `Sol Paz ${people}`, phone: `341 556 ${String(1000 + people)}`, mail: `sol-${people}@previa.example` }
}

/** The headers of one device. */
export function onDevice(): Readonly<Record<string, string>> {
  return { 'x-device-id': `test-device-${randomBytes(8).toString('hex')}` }
}

export interface GuestOptions {
  readonly quantity?: number
  /** A device of its own by default. */
  readonly on?: Readonly<Record<string, string>>
  readonly key?: string
  readonly discountCode?: string
  readonly contactProofs?: readonly string[]
  /** A promoter's code. */
  readonly rrpp?: string
  readonly ip?: string
}

/** Places an order of one type. */
export function order(
  server: Pick<TestApp, 'call'>,
  { eventId, typeId }: { readonly eventId: string; readonly typeId: string },
  buyer: TypedContacts,
  { quantity = 1, on = onDevice(), key, discountCode, contactProofs, rrpp, ip }: GuestOptions = {},
): Promise<Answer<typeof createGuestPurchase>> {
  const lines = [{ ticketTypeId: typeId, quantity }]
  return server.call(
    createGuestPurchase,
    {
      body: {
        eventId,
        lines,
        buyer,
        ...(discountCode !== undefined && { discountCode }),
        ...(contactProofs !== undefined && { contactProofs: [...contactProofs] }),
        ...(rrpp !== undefined && { rrpp }),
      },
    },
    { headers: on, ...(key !== undefined && { idempotencyKey: key }), ...(ip !== undefined && { ip }) },
  )
}

/** The proof of a contact, by the code that was sent to it. */
export async function proofOf(
  server: TestApp,
  { name, phone, mail }: TypedContacts,
  on: Readonly<Record<string, string>>,
  kind: 'mail' | 'phone' = 'phone',
): Promise<string> {
  await server.call(requestGuestCode, { body: { kind, name, phone, mail } }, { headers: on })
  const code = (await codeAt(server, kind === 'phone' ? e164({ phone }) : mail)) ?? ''
  const confirmed = await server.call(confirmGuestCode, { body: { kind, phone, mail, code } }, { headers: on })
  return confirmed.contactProof
}

/** As a phone of these contacts is stored. */
export const e164 = ({ phone }: Pick<TypedContacts, 'phone'>) => `+549${phone.replaceAll(' ', '')}`

/** Everything that is due leaves, tickets too. */
export async function deliver(shop: SellingApp): Promise<void> {
  await shop.settle()
  await shop.app.queue.runJob(shop.app, 'notifications.deliver')
}
