/** Live screens: the server hints that data changed, and the query refetches. */
import { hashKey, useQuery, type QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Answer, CallInput, EndpointSpec } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { endpointQuery, queryClient, type QueryOptions } from './query.ts'
import { currentSession, onSessionChange, useSession, type Session } from './session.ts'
import { createTabStream, type TabStream } from './stream.ts'

/** Without a stream it is asked so often. */
const POLL_MILLISECONDS = 5000
/** With one, hints may still be lost on their way. */
const STREAMED_POLL_MILLISECONDS = 30_000

type LiveSpec = EndpointSpec & { readonly live: NonNullable<EndpointSpec['live']> }

/** What mounted screens read, by the topic that makes it old. */
const read = new Map<Topic, Set<QueryKey>>()
const listeners = new Set<() => void>()
let stream: { of: string; tab: TabStream } | null = null

const notifyChange = () => listeners.forEach((listener) => listener())

function refetch(topic: Topic): void {
  for (const queryKey of read.get(topic) ?? []) void readOnceMore(queryKey)
}

/** Reads that are on their way and will be made once more. */
const onceMore = new Set<string>()

/**
 * What is on its way is waited for and then read once more, since it may have been answered before the hint. Begun anew at each
 * hint, a read would never end where hints come faster than answers: on the busiest night.
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
 * Reads what `queryKey` names anew when the server hints that it changed, for as long as `isListening`. Gives the `refetchInterval`
 * for what hints do not tell; of an endpoint that is not live, none.
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
  /** Whether an answer may still change; else nothing is listened to nor asked again. */
  while?: (answer: Answer<Spec>) => boolean
  /** Milliseconds until it is asked again without a stream, by how often it was asked. */
  pollInterval?: (asked: number) => number
}

/** A read that follows what happens. Give it what you would give `endpointQuery`; it is asked afresh each time. */
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
