/**
 * Streams of hints: each is one answer that stays open and says which topics changed. Who may hear a topic is decided as for
 * a read of it, and again while the stream lasts; it ends with its session. What it says may be lost without harm: who loses
 * it reads every few seconds instead.
 */
import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openStream, type StreamEvent } from '#contract/api/live.ts'
import { partsOf, topics, type Topic, type TopicName } from '#contract/api/topics.ts'
import { perProcess, type App } from '#server/context.ts'
import type { Actor } from '#server/shared/actor.ts'
import { fromEpochMs } from '#server/shared/clock.ts'
import { count } from '#server/shared/counts.ts'
import { CROWDED, Failure, isFailure } from '#server/shared/failure.ts'
import { GAP, LIVE, type TopicKey } from '#server/shared/publish-change.ts'
import { checkObject, checkRole } from './access.ts'
import type { SessionActor, Sessions } from './authenticate.ts'
import type { Rules } from './bound.ts'
import { createHeardHints } from './heard-hints.ts'

export interface StreamTimes {
  /** Proxies hang up on what says nothing for a minute, many after 30 s. */
  readonly beatMs: number
  /** How often every stream is looked at. */
  readonly lookEveryMs: number
  /** A session is looked up again when it was so long ago; with the look's pause it makes less than five seconds. */
  readonly sessionMs: number
  /** The same for the rules of its topics, without a hint that rights changed. */
  readonly rulesMs: number
  /** Of one topic a stream says no more than one hint in so long. */
  readonly hintEveryMs: number
  /** Then its browser comes back, perhaps to another process. */
  readonly longestMs: number
}
export interface StreamBounds {
  readonly streams: number
  readonly ofOnePerson: number
  /** A client that leaves so much unread is cut off. */
  readonly unreadBytes: number
}
export type StreamSettings = StreamTimes & StreamBounds

export const STREAM_SETTINGS: StreamSettings = {
  beatMs: 25_000,
  lookEveryMs: 1000,
  sessionMs: 3000,
  rulesMs: 30_000,
  hintEveryMs: 1000,
  longestMs: 30 * 60_000,
  streams: 5000,
  ofOnePerson: 6,
  unreadBytes: 16 * 1024,
}

/** A client that connects for the first time read its screen so long ago at most. */
const READ_BEFORE_MS = 30_000
/** Clocks of several machines, and a hint's way. */
const CLOCKS_DIFFER_MS = 5000
/** Those who are sent away by a process that ends come back over so long; the others answer for it. */
const RETURN_WITHIN_MS = 15_000
/** After a gap all streams read again, spread over this time. */
const SPREAD_MS = 4000

interface Stream {
  readonly response: ServerResponse
  readonly token: string
  readonly device: string
  readonly topics: Map<TopicKey, Topic>
  readonly endsMs: number
  actor: Actor
  rights: string
  wroteMs: number
  sessionMs: number
  rulesMs: number
  /** A look-up is under way; what it reads may be old already. */
  isLookedUp: boolean
  isLookUpOld: boolean
}

/** Who hears a topic, and what is still to be said of it. */
interface Room {
  readonly streams: Set<Stream>
  readonly settlesMs: number
  heardMs: number
  saidMs: number
  saying: NodeJS.Timeout | undefined
}

export interface Opening {
  readonly actor: Actor
  readonly token: string
  readonly topics: readonly Topic[]
}

export interface Streams {
  /**
   * Answers a request with a stream of these topics. Throws what a read of a topic would throw, `too_many_requests` when
   * the person has as many streams as one may have, `busy` when the process has.
   */
  open(request: FastifyRequest, reply: FastifyReply, opening: Opening): Promise<void>
  /** Closes all streams; clients reconnect at different times. */
  close(): void
}

/** How many are open in this process. */
export function openStreams(app: Pick<App, 'processCache'>): { count: number } {
  return perProcess(app, 'http.streams', () => ({ count: 0 }))
}

/** Begins to hear the bus. */
export function createStreams(
  app: App,
  parts: { readonly rules: Rules; readonly sessions: Sessions; readonly streamSettings?: Partial<StreamSettings> },
): Streams {
  const { rules, sessions } = parts
  const settings = { ...STREAM_SETTINGS, ...parts.streamSettings }
  const { clock, bus, log } = app
  const streams = new Set<Stream>()
  const rooms = new Map<TopicKey, Room>()
  const open = openStreams(app)
  const heard = createHeardHints(clock.epochMs())
  let isClosed = false

  const write = (stream: Stream, text: string) => {
    if (!streams.has(stream)) return
    if (stream.response.writableLength > settings.unreadBytes) {
      count('streams', { result: 'unread' })
      forget(stream)
      stream.response.destroy()
      return
    }
    stream.wroteMs = performance.now()
    stream.response.write(text)
  }

  const say = (topic: TopicKey, room: Room) => {
    const nowMs = performance.now()
    room.saying = undefined
    room.saidMs = nowMs
    const atMs = clock.epochMs()
    for (const stream of room.streams) {
      const asked = stream.topics.get(topic)
      if (asked) write(stream, frame({ event: 'hint', data: { topic: asked, at: fromEpochMs(atMs) } }, atMs))
    }
    count('streams', { result: 'hint' }, room.streams.size)
    // It was heard again meanwhile, of something that reads may not show yet.
    if (nowMs - room.heardMs < room.settlesMs) plan(topic, room)
  }

  const plan = (topic: TopicKey, room: Room) => {
    if (room.saying) return
    const nowMs = performance.now()
    const waitMs = Math.max(room.settlesMs, room.saidMs + settings.hintEveryMs - nowMs)
    if (waitMs <= 0) say(topic, room)
    else room.saying = setTimeout(() => say(topic, room), waitMs).unref()
  }

  const hear = (topic: TopicKey) => {
    heard.note(topic, clock.epochMs())
    const room = rooms.get(topic)
    if (!room) return
    room.heardMs = performance.now()
    plan(topic, room)
  }

  const enter = (stream: Stream, topic: TopicKey) => {
    const room = rooms.get(topic) ?? {
      streams: new Set(),
      settlesMs: settlesMsOf(topic),
      heardMs: 0,
      saidMs: -settings.hintEveryMs,
      saying: undefined,
    }
    rooms.set(topic, room)
    room.streams.add(stream)
  }

  const leave = (stream: Stream, topic: TopicKey) => {
    const room = rooms.get(topic)
    if (!room) return
    room.streams.delete(stream)
    if (room.streams.size > 0) return
    clearTimeout(room.saying)
    rooms.delete(topic)
  }

  const forget = (stream: Stream) => {
    if (!streams.delete(stream)) return
    for (const topic of stream.topics.keys()) leave(stream, topic)
    open.count -= 1
  }

  const sendAway = (stream: Stream, { isOver, within }: { isOver: boolean; within: number }) => {
    if (!streams.has(stream)) return
    forget(stream)
    stream.response.end(frame({ event: 'bye', data: { retryMs: randomInt(within) + 500, isOver } }))
    // A client that does not read it must not keep the connection.
    setTimeout(() => stream.response.destroy(), settings.lookEveryMs * 2).unref()
  }

  /** What the caller hears a topic as, if they may. */
  const admit = async (actor: Actor, topic: Topic): Promise<TopicKey> => {
    const { name, id } = partsOf(topic)
    const spec = { ...openStream, access: topics[name].access }
    checkRole(spec, actor, true)
    const proof = await checkObject(app, rules, spec, actor, { params: { id }, query: undefined, body: undefined })
    return `${name}:${proof ?? actor.userId}`
  }

  /** Reloads its session, and its topics' rules after a change of rights or when due. */
  const lookUp = async (stream: Stream, isAboutRights: boolean) => {
    if (stream.isLookedUp) {
      stream.isLookUpOld ||= isAboutRights
      return
    }
    stream.isLookedUp = true
    stream.isLookUpOld = false
    try {
      const askedMs = performance.now()
      const found = await sessions.find(stream.token, { isFresh: true })
      if (!found || found.userId !== stream.actor.userId) {
        count('streams', { result: 'over' })
        return sendAway(stream, { isOver: true, within: 1 })
      }
      stream.sessionMs = askedMs
      const rights = rightsOf(found)
      if (!isAboutRights && rights === stream.rights && askedMs - stream.rulesMs < settings.rulesMs) return
      stream.actor = { ...found, origin: stream.actor.origin }
      stream.rights = rights
      stream.rulesMs = askedMs
      for (const [as, topic] of stream.topics) if (!(await mayHear(stream.actor, topic))) drop(stream, as, topic)
    } catch (error) {
      // The session cannot be confirmed.
      log.warn({ err: error }, 'streams could not be looked at')
      sendAway(stream, { isOver: false, within: RETURN_WITHIN_MS })
    } finally {
      stream.isLookedUp = false
      if (stream.isLookUpOld && streams.has(stream)) void lookUp(stream, true)
    }
  }

  const mayHear = async (actor: Actor, topic: Topic) => {
    try {
      await admit(actor, topic)
      return true
    } catch (error) {
      if (isFailure(error) && error.status < 500) return false
      throw error
    }
  }

  const drop = (stream: Stream, as: TopicKey, topic: Topic) => {
    leave(stream, as)
    stream.topics.delete(as)
    write(stream, frame({ event: 'gone', data: { topic } }))
  }

  const look = () => {
    const nowMs = performance.now()
    for (const stream of streams) {
      if (nowMs >= stream.endsMs) sendAway(stream, { isOver: false, within: 500 })
      else {
        if (nowMs - stream.wroteMs >= settings.beatMs) write(stream, `id: ${clock.epochMs()}\n\n`)
        if (nowMs - stream.sessionMs >= settings.sessionMs) void lookUp(stream, false)
      }
    }
  }

  const looking = setInterval(look, settings.lookEveryMs).unref()
  const ends = [
    bus.subscribe(LIVE, (topic) => hear(topic as TopicKey)), // only `publishChange` writes them
    bus.subscribe('accounts.changed', (userId) => {
      hear(`account:${userId}`)
      for (const stream of streams) if (stream.actor.userId === userId) void lookUp(stream, true)
    }),
    bus.subscribe(GAP, () => {
      heard.missUntil(clock.epochMs())
      for (const topic of rooms.keys()) setTimeout(() => hear(topic), randomInt(SPREAD_MS)).unref()
    }),
  ]

  return {
    async open(request, reply, { actor, token, topics: asked }) {
      const refuseCrowd = () => {
        if (isClosed || streams.size >= settings.streams) {
          throw new Failure('busy', undefined, { retryAfterSeconds: randomInt(20, 60), message: CROWDED })
        }
        const own = [...streams].filter((each) => each.actor.userId === actor.userId)
        // A browser that lost its connection may come back before we know of it.
        const former = own.find((each) => each.token === token && each.device === actor.origin.device)
        if (!former && own.length >= settings.ofOnePerson) {
          throw new Failure('too_many_requests', undefined, { retryAfterSeconds: randomInt(20, 60) })
        }
        return former
      }
      refuseCrowd()
      const admitted = new Map<TopicKey, Topic>()
      for (const topic of asked) {
        try {
          admitted.set(await admit(actor, topic), topic)
        } catch (error) {
          // Which of them, so that the others may be heard without it.
          throw isFailure(error) ? new Failure(error.code, { topic }) : error
        }
      }
      const former = refuseCrowd()
      if (former) sendAway(former, { isOver: false, within: RETURN_WITHIN_MS })

      reply.hijack()
      const response = reply.raw
      const { origin: _origin, ...session } = actor
      const nowMs = performance.now()
      const stream: Stream = {
        response,
        token,
        device: actor.origin.device,
        topics: admitted,
        endsMs: nowMs + settings.longestMs,
        actor,
        rights: rightsOf(session),
        wroteMs: nowMs,
        // The answer that let it in may have been remembered for some seconds.
        sessionMs: nowMs - settings.sessionMs,
        rulesMs: nowMs,
        isLookedUp: false,
        isLookUpOld: false,
      }
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) response.setHeader(name, value)
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      if (request.method === 'HEAD' || response.destroyed) return void response.end()
      streams.add(stream)
      open.count += 1
      response.on('close', () => forget(stream))
      for (const topic of admitted.keys()) enter(stream, topic)
      count('streams', { result: 'opened' })

      const atMs = clock.epochMs()
      write(stream, frame({ event: 'ready', data: { topics: [...admitted.values()] } }, atMs))
      const sinceMs = lastEventMs(request) ?? atMs - READ_BEFORE_MS
      for (const [as, topic] of admitted) {
        if (!heard.mayBeSince(as, sinceMs - CLOCKS_DIFFER_MS)) continue
        write(stream, frame({ event: 'hint', data: { topic, at: fromEpochMs(atMs) } }, atMs))
      }
      if (settings.longestMs <= 0) look()
    },
    close() {
      isClosed = true
      clearInterval(looking)
      for (const end of ends) end()
      for (const stream of streams) sendAway(stream, { isOver: false, within: RETURN_WITHIN_MS })
    },
  }
}

/** One event as it goes over the wire. */
function frame({ event, data }: StreamEvent, idMs?: number): string {
  const id = idMs === undefined ? '' : `id: ${idMs}\n`
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** What of a person decides which topics they may hear. */
function rightsOf({ roles, companyId, companyRole, eventRoles, impersonatorId }: SessionActor): string {
  return JSON.stringify([roles, companyId, companyRole, eventRoles, impersonatorId])
}

function settlesMsOf(topic: TopicKey): number {
  const spec = topics[topic.split(':', 1)[0] as TopicName] // by its type
  return 'settlesMs' in spec ? spec.settlesMs : 0
}

function lastEventMs({ headers }: FastifyRequest): number | undefined {
  const last = headers['last-event-id']
  return typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
}
