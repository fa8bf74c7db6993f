/** On this device: what a buyer without a session typed last, and the tokens of the orders that were placed so. */
import type { Order } from '#contract/sales/checkout.ts'
import { storedHold } from '#web/features/checkout/stored-hold.ts'
import { readJson, storeJson } from '#web/lib/device/open-storage.ts'

const TOKENS_KEY = 'compras-sin-cuenta'
const MOST_TOKENS = 50

type Tokens = Readonly<Record<string, string>>

function readTokens(): Tokens {
  const kept = readJson(localStorage, TOKENS_KEY)
  return typeof kept === 'object' && kept !== null && Object.values(kept).every((each) => typeof each === 'string')
    ? (kept as Tokens)
    : {}
}

/** Tokens by the order's public id; the oldest leave. */
export const storedTokens = {
  read: (publicId: string): string | null => readTokens()[publicId] ?? null,
  write(publicId: string, token: string) {
    const { [publicId]: _, ...others } = readTokens()
    const entries = [...Object.entries(others), [publicId, token]].slice(-MOST_TOKENS)
    storeJson(localStorage, TOKENS_KEY, Object.fromEntries(entries))
  },
  forget(publicId: string) {
    const { [publicId]: _, ...others } = readTokens()
    storeJson(localStorage, TOKENS_KEY, others)
  },
}

const BUYER_KEY = 'compra-sin-cuenta'

/** Who bought here last without a session, so that nothing is typed twice on one's own device. */
export interface StoredBuyer {
  readonly name: string
  readonly phone: string
  readonly mail: string
}

const isBuyer = (value: unknown): value is StoredBuyer =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'phone', 'mail'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string')

export const storedBuyer = {
  read(): StoredBuyer | null {
    const kept = readJson(localStorage, BUYER_KEY)
    return isBuyer(kept) ? kept : null
  },
  write: ({ name, phone, mail }: StoredBuyer) => storeJson(localStorage, BUYER_KEY, { name, phone, mail }),
  forget: () => localStorage.removeItem(BUYER_KEY),
}

const MAIL_KEY = 'compra-enviada'

/** The mail that the order was sent to, of the last one that was placed on this device: no other device shows it. */
export function storedMailOf(publicId: string): string | null {
  const kept = readJson(localStorage, MAIL_KEY)
  if (typeof kept !== 'object' || kept === null || !('publicId' in kept) || kept.publicId !== publicId) return null
  return 'mail' in kept && typeof kept.mail === 'string' ? kept.mail : null
}

interface Placed {
  readonly order: Pick<Order, 'publicId' | 'totalCents'>
  readonly token: string
}

/** Keeps what a purchase without a session leaves on its device. */
export function rememberPurchase({ order: { publicId, totalCents }, token }: Placed, buyer: StoredBuyer): void {
  storedBuyer.write(buyer)
  storedTokens.write(publicId, token)
  storeJson(localStorage, MAIL_KEY, { publicId, mail: buyer.mail })
  if (totalCents > 0) storedHold.write({ publicId, token })
}
