/** Where calls wait whose address calls too often: never refused, unless the line itself is full (rule R4.1). */
import { namesDevice, type RequestOrigin } from '#server/shared/actor.ts'
import { createBatcher } from '#server/shared/batch.ts'
import { count } from '#server/shared/counts.ts'
import { CROWDED, Failure } from '#server/shared/failure.ts'
import type { ProcessCache } from '#server/shared/process-cache.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'

export const LONGEST_DELAY_MS = 5000
/** In one process. */
const MOST_WAITING = 200
/** Of one address, so that another one's line is not full too. */
const MOST_OF_ONE = 100
const REMEMBER_KNOWN_MS = 60_000
const REMEMBER_UNKNOWN_MS = 5000
/** Some 10,000 devices. */
const KNOWN_BYTES = 4 * 1024 * 1024

export interface DelayLine {
  /**
   * Resolves after its delay; at once for a device that signed in before, to any account: only signing in makes one known,
   * and it has its own limit still. Throws `busy` with Retry-After when too many wait, and when the caller leaves meanwhile.
   */
  hold(origin: RequestOrigin, delay: Delay): Promise<void>
  waiting(): number
}

export interface Delay {
  readonly delayMs: number
  /** Whether a known device goes past. */
  readonly mayPass: boolean
  readonly hasLeft?: AbortSignal
}

export interface DelayParts {
  readonly processCache: ProcessCache
  /** Which of these devices ever signed in. */
  readonly findKnownDevices: (devices: readonly string[]) => Promise<ReadonlySet<string>>
  /** Tests count instead of waiting. */
  readonly wait?: (milliseconds: number, hasLeft?: AbortSignal) => Promise<void>
}

export function createDelayLine({ processCache, findKnownDevices, wait = waitForReal }: DelayParts): DelayLine {
  const known = processCache.cache<boolean>({ name: 'http.known-devices', maxBytes: KNOWN_BYTES })
  // One question at a time, however many devices a caller invents.
  const lookups = createBatcher<string, boolean>({
    maxSize: 200,
    maxQueue: 500,
    run: async (devices) => {
      const found = await findKnownDevices(devices)
      return devices.map((device) => found.has(device))
    },
  })
  const waitingOf = new Map<string, number>()
  let waiting = 0

  async function isKnown({ device }: RequestOrigin): Promise<boolean> {
    if (!namesDevice(device)) return false
    const remembered = known.get(device)
    if (remembered !== undefined) return remembered
    const isFound = await lookups.add(device)
    known.set(device, isFound, isFound ? REMEMBER_KNOWN_MS : REMEMBER_UNKNOWN_MS)
    return isFound
  }

  return {
    waiting: () => waiting,
    async hold(origin, { delayMs, mayPass, hasLeft }) {
      if (mayPass && (await isKnown(origin))) return
      const address = sharedAddress(origin.ip)
      const ofThis = waitingOf.get(address) ?? 0
      if (waiting >= MOST_WAITING || ofThis >= MOST_OF_ONE) {
        count('delays', { result: 'full' })
        throw new Failure('busy', undefined, { retryAfterSeconds: LONGEST_DELAY_MS / 1000, message: CROWDED })
      }
      waiting += 1
      waitingOf.set(address, ofThis + 1)
      count('delays', { result: 'waited' })
      try {
        await wait(Math.min(delayMs, LONGEST_DELAY_MS), hasLeft)
      } finally {
        waiting -= 1
        const left = (waitingOf.get(address) ?? 1) - 1
        if (left > 0) waitingOf.set(address, left)
        else waitingOf.delete(address)
      }
      if (hasLeft?.aborted) throw new Failure('busy', undefined, { retryAfterSeconds: 1, message: CROWDED })
    },
  }
}

function waitForReal(milliseconds: number, hasLeft?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      hasLeft?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    hasLeft?.addEventListener('abort', end)
  })
}
