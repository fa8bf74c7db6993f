/** Live screens: the server hints that data changed, and the query refetches. */
import { hashKey, useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import type { Topic } from '#contract/api/topics.ts'
import { endpointQuery, queryClient, type QueryOptions } from './query.ts'
import { currentSession, onSessionChange, useSession, type Session } from './session.ts'
import { createTabStream, type TabStream } from './stream.ts'

/** Polling without a stream. */
const POLL_MILLISECONDS = 5000
/** Polling with a stream, since hints may be lost. */
const STREAMED_POLL_MILLISECONDS = 30_000

type LiveSpec = EndpointSpec & { readonly live: NonNullable<EndpointSpec['live']> }

/** Queries of mounted screens, by the topic that makes them stale. */
const read = new Map<Topic, Set<QueryKey>>()
const listeners = new Set<() => void>()
let stream: { of: string; tab: TabStream } | null = null

const notifyChange = () => listeners.forEach((listener) => listener())

function refetch(topic: Topic): void {
  for (const queryKey of read.get(topic) ?? []) void readOnceMore(queryKey)
}

/** Reads in flight that will be repeated. */
const onceMore = new Set<string>()

/**
 * Waits for a read in flight, then reads again, since the first may have been answered before the hint. Cancelling at each hint
 * would never finish where hints come faster than answers.
 */
async function readOnceMore(queryKey: QueryKey): Promise<void> {
  const name = hashKey(queryKey)
  if (onceMore.has(name)) return
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) {
    onceMore.add(name)
    await queryClient.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
    onceMore.delete(name)
  }
  await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
}

/** One stream a session: it closes with it at once. */
function followSession(): void {
  const session = currentSession()
  if (stream && stream.of !== session?.token) {
    stream.tab.close()
    stream = null
  }
  if (read.size === 0 && !stream) return
  if (session && !stream) {
    const { token, user } = session
    const tab = createTabStream({
      person: user.id,
      token,
      onHint: refetch,
      onChange: notifyChange,
      // The refetch fails the same way and reports it like any call.
      onOver: () => [...read.keys()].forEach(refetch),
    })
    stream = { of: token, tab }
  }
  stream?.tab.want([...read.keys()])
}
onSessionChange(followSession)

function followTopic(topic: Topic, queryKey: QueryKey): () => void {
  const keys = read.get(topic) ?? new Set()
  read.set(topic, keys.add(queryKey))
  followSession()
  return () => {
    keys.delete(queryKey)
    if (keys.size === 0) read.delete(topic)
    followSession()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The topic of a read, as far as this person may listen to it. */
function topicOf(spec: EndpointSpec, input: unknown, session: Session | null): Topic | null {
  if (!session || !spec.live) return null
  const { topic, of } = spec.live
  if (of === undefined) return topic as 'account' // the only one without an object
  const [part, field = ''] = of.split('.')
  const from = part === 'session' ? session.user : (input as Record<string, unknown>)[part ?? '']
  const id = (from as Record<string, unknown> | undefined)?.[field]
  return typeof id === 'string' ? (`${topic}:${id}` as Topic) : null // topics with objects are written so
}

/**
 * Refetches `queryKey` on the server's hints while `isListening`. Returns the `refetchInterval` that covers lost hints; false for
 * an endpoint that is not live.
 */
export function useFollowing(
  spec: EndpointSpec,
  queryKey: QueryKey,
  isListening: boolean,
  pollInterval: (asked: number) => number = () => POLL_MILLISECONDS,
) {
  const session = useSession()
  const topic = topicOf(spec, queryKey[1], session)
  const isStreamed = useSyncExternalStore(
    subscribe,
    () => topic !== null && stream !== null && stream.tab.isStreamed(topic),
  )
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (topic === null || !isListening) return
    return followTopic(topic, JSON.parse(key) as QueryKey) // written above
  }, [topic, key, isListening])
  const isOut = session === null && spec.access !== 'public'
  return ({ state: { data, status, dataUpdateCount, errorUpdateCount } }: { state: ReadState }): number | false => {
    const isLost = data === undefined && status === 'error'
    if (!spec.live || !isListening || isOut || isLost) return false
    return isStreamed ? STREAMED_POLL_MILLISECONDS : pollInterval(dataUpdateCount + errorUpdateCount)
  }
}

interface ReadState {
  data: unknown
  status: string
  dataUpdateCount: number
  errorUpdateCount: number
}

interface LiveOptions<Spec extends EndpointSpec> extends Pick<QueryOptions<Spec>, 'enabled' | 'join' | 'keepOffline'> {
  /** Whether an answer may still change; if not, streaming and polling stop. */
  while?: (answer: Answer<Spec>) => boolean
  /** Milliseconds until the next poll without a stream, by the number of reads so far. */
  pollInterval?: (asked: number) => number
}

/** A live read. Takes the arguments of `endpointQuery`; refetches on every mount. */
export function useLive<Spec extends LiveSpec>(spec: Spec, input: CallInput<Spec>, options: LiveOptions<Spec> = {}) {
  const { enabled = true, while: mayChange = () => true, pollInterval, ...reading } = options
  const query = endpointQuery(spec, input, { ...reading, fresh: true, enabled })
  const known = queryClient.getQueryData(query.queryKey)
  const refetchInterval = useFollowing(
    spec,
    query.queryKey,
    enabled && (known === undefined || mayChange(known)),
    pollInterval,
  )
  return useQuery({ ...query, refetchInterval })
}
