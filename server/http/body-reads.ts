/**
 * Bodies under way: uploads are read few at a time, because each is held whole in memory; and whoever sends theirs drop by
 * drop is cut off, because an open request costs its sender nothing (threat 29).
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'
import { createTurnstile } from '#server/shared/turnstile.ts'

/** At 10 MB each, and of one person or address. */
const UPLOADS_AT_ONCE = 8
const UPLOADS_OF_ONE = 2
const UPLOADS_WAITING = 60
const SLOWEST_BYTES_PER_SECOND = 16 * 1024

export interface BodyReads {
  /** Text begins to be read; an upload waits for its turn. */
  begin(request: FastifyRequest): void
  end(request: FastifyRequest): void
  /** Reads an upload when its turn comes. Throws `busy` when too many wait. */
  inTurn<Result>(
    request: FastifyRequest,
    by: { readonly actor: Actor | null; readonly origin: RequestOrigin },
    read: () => Promise<Result>,
  ): Promise<Result>
  /** Ends the looking. */
  close(): void
}

interface Read {
  readonly startedMs: number
  /** An upload's socket had brought so much when it began. */
  readonly bytesBefore: number | null
}

/** A body of text has `textMs` to come, an upload so long before its pace counts. */
export function createBodyReads({ textMs, lookEveryMs }: { textMs: number; lookEveryMs: number }): BodyReads {
  const reads = new Map<IncomingMessage, Read>()
  const turnstile = createTurnstile({
    places: UPLOADS_AT_ONCE,
    placesOfOne: UPLOADS_OF_ONE,
    maxWaiting: UPLOADS_WAITING,
  })
  const looking = setInterval(() => cutSlow(reads, textMs, performance.now()), lookEveryMs).unref()
  return {
    begin(request) {
      if (!request.isMultipart()) reads.set(request.raw, { startedMs: performance.now(), bytesBefore: null })
    },
    end: (request) => void reads.delete(request.raw),
    inTurn(request, { actor, origin }, read) {
      const from = actor?.userId ?? sharedAddress(origin.ip)
      return turnstile.run(
        () => {
          reads.set(request.raw, { startedMs: performance.now(), bytesBefore: request.socket.bytesRead })
          return read()
        },
        { isKnown: actor !== null, from },
      )
    },
    close: () => clearInterval(looking),
  }
}

function cutSlow(reads: Map<IncomingMessage, Read>, textMs: number, nowMs: number): void {
  for (const [message, read] of reads) {
    if (message.complete || message.destroyed) reads.delete(message)
    else if (nowMs - read.startedMs >= textMs && isSlow(message, read, nowMs - read.startedMs)) message.destroy()
  }
}

function isSlow({ socket }: IncomingMessage, { bytesBefore }: Read, milliseconds: number): boolean {
  return bytesBefore === null || socket.bytesRead - bytesBefore < (milliseconds / 1000) * SLOWEST_BYTES_PER_SECOND
}
