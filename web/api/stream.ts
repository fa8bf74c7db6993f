/**
 * One tab's part in its person's stream: of all visible tabs, one leads, holds the only connection and forwards events to the
 * others. Hidden tabs take no part. A browser without locks or channels has no stream.
 */
import type { StreamEvent } from '#contract/api/live.ts'
import { MAX_TOPICS, type Topic } from '#contract/api/topics.ts'
import { pause } from '#web/lib/clock.ts'
import { randomId } from '#web/lib/random-id.ts'
import { anySignal } from './any-signal.ts'
import { readEvents } from './read-events.ts'

/** The leader's interval for announcing its topics and asking for the others'. */
const ASK_MILLISECONDS = 20_000
/** A tab silent for this long counts as closed. */
const GONE_MILLISECONDS = 50_000
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
/** Merges the changes of screens that mount and unmount together. */
const SETTLE_MILLISECONDS = 50

export interface TabStream {
  /** Sets the topics of this tab. */
  want(topics: readonly Topic[]): void
  /** Whether the stream covers the topic, so that its readers poll less. */
  isStreamed(topic: Topic): boolean
  /** Leaves everything. */
  close(): void
}

export interface TabStreamParts {
  person: string
  token: string
  onHint: (topic: Topic) => void
  /** Called when the streamed topics change. */
  onChange: () => void
  /** The server says that the session is over. */
  onOver: () => void
}

type Said =
  | { kind: 'heard'; topics: readonly Topic[]; asks: boolean }
  | { kind: 'want'; tab: string; topics: readonly Topic[] }
  | { kind: 'hint'; topic: Topic }

/** Takes part from now on, whenever it wants something and is looked at. */
export function createTabStream({ person, token, onHint, onChange, onOver }: TabStreamParts): TabStream {
  const tab = randomId()
  const name = `previa-stream ${person}`
  if (!canShare()) return { want: () => {}, isStreamed: () => false, close: () => {} }
  const channel = new BroadcastChannel(name)
  const others = new Map<string, { topics: readonly Topic[]; goneTimer: ReturnType<typeof setTimeout> }>()
  const refused = new Set<string>()
  let wanted: readonly Topic[] = []
  let heard: ReadonlySet<Topic> = new Set()
  let heardTimer: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let lastEventId: string | undefined
  /** Ends this tab's part; none while it takes none. */
  let part: AbortController | null = null
  /** Ends the connection, for another with more topics; none while this tab does not lead. */
  let leading: { reconnect: AbortController } | null = null
  let isClosed = false

  const say = (said: Said) => channel.postMessage(said)
  const setHeard = (topics: Iterable<Topic>) => {
    heard = new Set(topics)
    onChange()
  }
  const tellHeard = (asks: boolean) => say({ kind: 'heard', topics: [...heard], asks })
  const tellWanted = () => say({ kind: 'want', tab, topics: part ? wanted : [] })

  /** The topics to subscribe, the leader's own first. */
  const all = () =>
    [...new Set([...wanted, ...[...others.values()].flatMap(({ topics }) => topics)])]
      .filter((topic) => !refused.has(topic))
      .slice(0, MAX_TOPICS)

  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      if (leading && all().some((topic) => !heard.has(topic))) leading.reconnect.abort()
      if (!leading) tellWanted()
    }, SETTLE_MILLISECONDS)
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'want') {
      clearTimeout(others.get(data.tab)?.goneTimer)
      if (data.topics.length === 0) return void others.delete(data.tab)
      const goneTimer = setTimeout(() => others.delete(data.tab), GONE_MILLISECONDS)
      others.set(data.tab, { topics: data.topics, goneTimer })
      if (!leading) return
      settle()
      tellHeard(false)
    } else if (part && !leading) {
      if (data.kind === 'hint') return onHint(data.topic)
      clearTimeout(heardTimer)
      heardTimer = setTimeout(() => setHeard([]), GONE_MILLISECONDS)
      setHeard(data.topics)
      if (data.asks) tellWanted()
    }
  })

  const onEvent = (said: StreamEvent): { retryMs: number; isOver: boolean } | undefined => {
    if (said.event === 'bye') return said.data
    if (said.event === 'hint') {
      const topic = said.data.topic as Topic // one of those that were asked for
      onHint(topic)
      say({ kind: 'hint', topic })
    } else if (said.event === 'gone') {
      refused.add(said.data.topic)
      setHeard([...heard].filter((topic) => topic !== said.data.topic))
      tellHeard(false)
    } else {
      setHeard(said.data.topics as Topic[]) // those that were asked for
      tellHeard(false)
    }
    return undefined
  }

  /** Leads for as long as the part lasts, and ends with it, whatever is thrown. */
  const lead = async (ending: AbortSignal) => {
    const asking = setInterval(() => tellHeard(true), ASK_MILLISECONDS)
    try {
      await keepConnected(ending)
    } finally {
      clearInterval(asking)
      leading = null
    }
  }

  const keepConnected = async (ending: AbortSignal) => {
    let failures = 0
    const ended = until(ending)
    tellHeard(true)
    // The others answer at once.
    await pause(SETTLE_MILLISECONDS)
    while (!ending.aborted) {
      const reconnect = new AbortController()
      leading = { reconnect }
      const signal = anySignal(ending, reconnect.signal)
      let waitMs: number | undefined
      let isOver = false
      let wasOpen = false
      const topics = all()
      try {
        const refusal =
          topics.length === 0
            ? await until(signal)
            : await readEvents({
                topics,
                token,
                lastEventId,
                signal,
                onId: (id) => (lastEventId = id),
                onEvent: (said) => {
                  wasOpen = true
                  const bye = onEvent(said)
                  waitMs = bye?.retryMs ?? waitMs
                  isOver ||= bye?.isOver ?? false
                },
              })
        if (refusal?.topic !== undefined) refused.add(refusal.topic)
        waitMs = refusal?.topic === undefined ? (refusal?.retryMs ?? waitMs) : 0
        isOver ||= refusal?.status === 401
      } catch {
        // The network failed, or this tab ended it: the next turn knows.
      }
      if (ending.aborted) break
      if (reconnect.signal.aborted) continue
      reconnect.abort()
      setHeard([])
      tellHeard(false)
      if (isOver) {
        onOver()
        await ended
        break
      }
      failures = wasOpen ? 0 : failures + 1
      const growing = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures)
      await Promise.race([pause(waitMs ?? growing * (0.5 + Math.random() / 2)), ended])
    }
  }

  const takePart = () => {
    const ending = new AbortController()
    part = ending
    tellWanted()
    navigator.locks
      .request(name, { signal: ending.signal }, () => lead(ending.signal))
      .catch((error: unknown) => {
        // Ended while it waited for its turn to lead; anything else is a fault, and its readers poll.
        if (ending.signal.aborted) return
        setHeard([])
        throw error
      })
  }

  const leave = () => {
    part?.abort()
    part = null
    clearTimeout(heardTimer)
    refused.clear()
    if (heard.size > 0) {
      // The next leader announces its topics.
      if (leading) say({ kind: 'heard', topics: [], asks: false })
      setHeard([])
    }
    tellWanted()
  }

  const look = () => {
    const takesPart = !isClosed && wanted.length > 0 && document.visibilityState === 'visible'
    if (takesPart && !part) takePart()
    else if (!takesPart && part) leave()
    else if (takesPart) settle()
  }
  document.addEventListener('visibilitychange', look)

  return {
    want(topics) {
      wanted = topics
      look()
    },
    isStreamed: (topic) => heard.has(topic),
    close() {
      isClosed = true
      document.removeEventListener('visibilitychange', look)
      look()
      clearTimeout(settling)
      for (const { goneTimer } of others.values()) clearTimeout(goneTimer)
      channel.close()
    },
  }
}

function canShare(): boolean {
  // An http page has no locks.
  return Boolean(navigator.locks) && typeof BroadcastChannel === 'function'
}

/** Until it is aborted. */
function until(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}
