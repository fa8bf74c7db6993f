/** Tokens → actors, many at a time: look-ups that arrive together share one query, and an answer serves for up to 5 s. */
import { LRUCache } from 'lru-cache'
import type { Actor } from '#server/shared/actor.ts'
import { createBatcher } from '#server/shared/batch.ts'
import type { Clock } from '#server/shared/clock.ts'
import { hashToken } from '#server/shared/crypto.ts'

/** An actor without the request it comes from. */
export type SessionActor = Omit<Actor, 'origin'>

/** Answers, in order, the actor of each token hash or null. Implemented by the accounts module. */
export type SessionLookup = (tokenHashes: readonly Buffer[]) => Promise<(SessionActor | null)[]>

export interface Sessions {
  /** The live session of a bearer token, or null. */
  find(token: string): Promise<SessionActor | null>
  /** Forgets what is remembered of a person, when the bus says that their rights changed. */
  forgetUser(userId: string): void
}

const REMEMBER_MS = 4000
const REMEMBER_MANY = 50_000

export function createSessions(lookup: SessionLookup, clock: Clock): Sessions {
  const known = new LRUCache<string, { actor: SessionActor | null }>({
    max: REMEMBER_MANY,
    ttl: REMEMBER_MS,
    perf: { now: () => clock.epochMs() },
  })
  const batcher = createBatcher<Buffer, SessionActor | null>({ run: lookup, maxSize: 200, maxQueue: 5000 })
  return {
    async find(token) {
      const hash = hashToken(token)
      const key = hash.toString('latin1')
      const hit = known.get(key)
      if (hit) return hit.actor
      const actor = await batcher.add(hash)
      known.set(key, { actor })
      return actor
    },
    forgetUser(userId) {
      for (const [key, { actor }] of known.entries()) if (actor?.userId === userId) known.delete(key)
    },
  }
}

/** The bearer token of an Authorization header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return header?.startsWith('Bearer ') ? header.slice(7).trim() || null : null
}
