import { sha256 } from '#server/shared/crypto.ts'

/** Chance that is the same for the same seed, so that a demo night looks alike on every machine. */
export interface SeededRandom {
  /** From `low` up to, not including, `high`. */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  isLikely(probability: number): boolean
}

/** A generator (sfc32) started from the seed's hash. */
export function seededRandom(seed: string): SeededRandom {
  const start = sha256(seed)
  let a = start.readInt32LE(0)
  let b = start.readInt32LE(4)
  let c = start.readInt32LE(8)
  let count = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < 12; round += 1) next()
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    isLikely: (probability) => next() < probability,
  }
}
