/** Tokens → actors, many at a time: look-ups that arrive together share one query, and an answer serves for up to 5 s. */
import type { Actor } from '#server/shared/actor.ts'
import { createBatcher } from '#server/shared/batch.ts'
import { hashToken } from '#server/shared/crypto.ts'
import type { ProcessCache } from '#server/shared/process-cache.ts'

/** An actor without the request it comes from. */
export type SessionActor = Omit<Actor, 'origin'>

/** Answers, in order, the actor of each token hash or null. Implemented by the accounts module. */
export type SessionLookup = (tokenHashes: readonly Buffer[]) => Promise<(SessionActor | null)[]>

export interface Sessions {
  /**
   * The live session of a bearer token, or null. Where it `mustBeConfirmed` none is remembered as not confirmed: who confirmed
   * it a moment ago, in whatever process, is asked for nothing twice. `isFresh` goes by nothing that is remembered.
   */
  find(token: string, options?: { mustBeConfirmed?: boolean; isFresh?: boolean }): Promise<SessionActor | null>
  /** Forgets what is remembered of a person, when the bus says that their rights changed. */
  forgetUser(userId: string): void
}

const REMEMBER_MS = 4000
/** Of one with its ids, roles and texts. */
const ACTOR_BYTES = 900
/** Some 20,000 sessions: what is asked again within four seconds. */
const MAX_BYTES = 24 * 1024 * 1024

export function createSessions(lookup: SessionLookup, processCache: ProcessCache): Sessions {
  const known = processCache.cache<{ actor: SessionActor | null }>({
    name: 'http.sessions',
    maxBytes: MAX_BYTES,
    ttlMs: REMEMBER_MS,
    sizeOf: ({ actor }) => (actor ? ACTOR_BYTES : 0),
  })
  const batcher = createBatcher<Buffer, SessionActor | null>({ run: lookup, maxSize: 200, maxQueue: 5000 })
  let forgotten = 0
  return {
    async find(token, { mustBeConfirmed = false, isFresh = false } = {}) {
      const hash = hashToken(token)
      const key = hash.toString('latin1')
      const hit = known.get(key)
      if (!isFresh && hit && (hit.actor?.isConfirmed !== false || !mustBeConfirmed)) return hit.actor
      const before = forgotten
      const actor = await batcher.add(hash)
      // What was read before a change of rights may hold the old rights.
      if (forgotten === before) known.set(key, { actor })
      return actor
    },
    forgetUser(userId) {
      forgotten += 1
      for (const [key, { actor }] of known.entries()) if (actor?.userId === userId) known.delete(key)
    },
  }
}

/** The bearer token of an Authorization header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return header?.startsWith('Bearer ') ? header.slice(7).trim() || null : null
}
