/**
 * Bodies under way: uploads are read few at a time, because each is held whole in memory. A sender who sends drop by
 * drop is cut off, because an open request costs its sender nothing (threat 29).
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Actor, RequestOrigin } from '#server/shared/actor.ts'
import { sharedAddress } from '#server/shared/trusted-proxies.ts'
import { createConcurrencyLimiter } from '#server/shared/concurrency-limiter.ts'

/** At 10 MB each; of one person or address; and of those who are not signed in, together. */
const UPLOADS_AT_ONCE = 8
const UPLOADS_OF_ONE = 2
const UPLOADS_OF_STRANGERS = 3
const UPLOADS_WAITING = 60
const SLOWEST_BYTES_PER_SECOND = 16 * 1024
/** While a request waits for a place, which is a fast phone's uploading, not eight slow ones'. */
const SLOWEST_IN_A_CROWD = 96 * 1024

export interface BodyReads {
  /** Text begins to be read; an upload waits for its turn. */
  begin(request: FastifyRequest): void
  end(request: FastifyRequest): void
  /** Reads an upload when its turn comes. Throws `busy` when too many wait or it waited `turnMs`. */
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

export interface BodyPatience {
  /** For a body of text, and before an upload's pace counts; half of it while others wait for its place. */
  readonly textMs: number
  /** For an upload's turn. */
  readonly turnMs: number
  readonly lookEveryMs: number
}

/** Begins looking at who is slow. */
export function createBodyReads({ textMs, turnMs, lookEveryMs }: BodyPatience): BodyReads {
  const reads = new Map<IncomingMessage, Read>()
  const limiter = createConcurrencyLimiter({
    maxConcurrent: UPLOADS_AT_ONCE,
    maxConcurrentOfOne: UPLOADS_OF_ONE,
    maxConcurrentOfOthers: UPLOADS_OF_STRANGERS,
    maxWaiting: UPLOADS_WAITING,
    longestWaitMs: turnMs,
  })
  const looking = setInterval(() => cutSlow(reads, { textMs, isCrowded: limiter.waiting() > 0 }), lookEveryMs).unref()
  return {
    begin(request) {
      if (!request.isMultipart()) reads.set(request.raw, { startedMs: performance.now(), bytesBefore: null })
    },
    end: (request) => void reads.delete(request.raw),
    inTurn(request, { actor, origin }, read) {
      const from = actor?.userId ?? sharedAddress(origin.ip)
      return limiter.run(
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

function cutSlow(
  reads: Map<IncomingMessage, Read>,
  { textMs, isCrowded }: { textMs: number; isCrowded: boolean },
): void {
  const nowMs = performance.now()
  for (const [message, read] of reads) {
    const milliseconds = nowMs - read.startedMs
    if (message.complete || message.destroyed) reads.delete(message)
    else if (read.bytesBefore === null) {
      if (milliseconds >= textMs) message.destroy()
    } else {
      const slowest = isCrowded ? SLOWEST_IN_A_CROWD : SLOWEST_BYTES_PER_SECOND
      const isJudged = milliseconds >= (isCrowded ? textMs / 2 : textMs)
      const bytes = message.socket.bytesRead - read.bytesBefore
      if (isJudged && bytes < (milliseconds / 1000) * slowest) message.destroy()
    }
  }
}
