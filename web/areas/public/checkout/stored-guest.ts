/** On this device: what a buyer without a session typed last, and the tokens of the orders that were placed so. */
import { readJson, storeJson } from '#web/lib/open-storage.ts'

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
