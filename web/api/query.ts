/** What screens read from the server, kept by endpoint and input: fresh for 5 minutes, discarded after 10 (rule R16.1). */
import {
  MutationCache,
  QueryClient,
  queryOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import type { Answer, CallInput, EndpointSpec } from '#contract/api/endpoint.ts'
import { isApiFailure, type ApiFailure } from './api-failure.ts'
import { call, type CallArguments, type CallOptions } from './call.ts'
import type { changedBy } from './changes.ts'
import { forgetAnswer, recallAnswer, rememberAnswer, seenAnswersOwner } from './seen-answers.ts'
import { currentSession, onSessionChange } from './session.ts'

const MINUTE = 60_000

/** The key of a write in the mutation cache. */
export interface WriteMeta extends Record<string, unknown> {
  readonly spec: EndpointSpec
  readonly pendingUntilRefetched: boolean
}

/** Refusals that show that what was read is stale: another person was there before. */
const STALE_READ_STATUSES = [404, 409, 410]

// What a write changes is old once it is answered, and what is on screen is read again; of that, what its screen put in the
// cache from the answer itself is new already.
const mutationCache = new MutationCache({
  onSuccess: (_answer, _input, _context, { meta }) => markOld(meta, { refetchType: 'none' }),
  onError: async (error, _input, _context, { meta }) => {
    if (isApiFailure(error) && STALE_READ_STATUSES.includes(error.status)) await markOld(meta, { refetchType: 'none' })
  },
  onSettled: (_answer, _error, _input, _context, { meta }) => {
    const reading = markOld(meta, {
      predicate: ({ state }) => state.isInvalidated || state.fetchStatus === 'fetching',
    })
    if (meta?.['pendingUntilRefetched'] === true) return reading
  },
})

async function markOld(meta: Record<string, unknown> | undefined, filters: InvalidateQueryFilters): Promise<void> {
  const { spec } = (meta ?? {}) as Partial<WriteMeta> // useEndpointMutation's
  if (!spec) return
  const changed = (await loadChanges())?.(spec)
  await queryClient.invalidateQueries({
    ...filters,
    predicate: (query) => (changed?.has(query.queryKey[0]) ?? true) && (filters.predicate?.(query) ?? true),
  })
}

let changes: Promise<typeof changedBy | undefined> | undefined

/** What writes change: fetched with the first screen that can write, since most visits never do. Without it, all is old. */
export function loadChanges() {
  changes ??= import('./changes.ts').then(
    (module) => module.changedBy,
    () => (changes = undefined),
  )
  return changes
}

export const queryClient = new QueryClient({
  mutationCache,
  defaultOptions: {
    queries: {
      staleTime: 5 * MINUTE,
      gcTime: 10 * MINUTE,
      // Offline a call fails at once and says so; a paused one would leave the screen waiting without a word.
      networkMode: 'always',
      // Such a read would by default not be made again when the network is back, and its screen would stay an error.
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      retryDelay: (attempt, error) =>
        isApiFailure(error) && error.retryAfter ? error.retryAfter * 1000 : 500 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
})

// One person's data must not show to the next person, nor after sign-out.
let readBy = currentSession()?.user.id
onSessionChange(({ after, cause }) => {
  if (cause === 'left' || cause === 'left elsewhere') {
    queryClient.clear()
    readBy = undefined
  } else if (after && after.user.id !== readBy) {
    if (readBy === undefined) {
      // What the visitor read is public; some of it says more to who is signed in.
      queryClient.removeQueries({ type: 'inactive' })
      void queryClient.invalidateQueries()
    } else {
      queryClient.clear()
    }
    readBy = after.user.id
  }
})

function isWorthRetrying(error: unknown): boolean {
  return isApiFailure(error) && ((error.code === 'network' && navigator.onLine) || error.status === 503)
}

export interface QueryOptions<Spec extends EndpointSpec> {
  /** Reads every page, one after the other: adds the rows of the next to those before. */
  join?: (all: Answer<Spec>, next: Answer<Spec>) => Answer<Spec>
  /** For stock, order state, scans, access and balances, which are always fetched afresh. */
  fresh?: boolean
  /** Keeps the answer on the device, and gives it when the network does not answer. */
  keepOffline?: boolean
  /** Asks again every so many milliseconds, or stops at `false`. */
  refetchInterval?: number | false
  enabled?: boolean
}

/** Query key of a call. The server's preloaded data uses the same: `[path, input]`, with `{}` for no input. */
export function endpointKey(spec: EndpointSpec, input?: unknown): QueryKey {
  return input === undefined ? [spec.path] : [spec.path, input]
}

/** A read of an endpoint, for `useQuery`, `ensureQueryData` and `prefetchQuery`. */
export function endpointQuery<Spec extends EndpointSpec>(
  spec: Spec,
  input: CallInput<Spec>,
  { fresh = false, keepOffline = false, join, ...options }: QueryOptions<Spec> = {},
) {
  return queryOptions<Answer<Spec>, ApiFailure>({
    queryKey: endpointKey(spec, input),
    queryFn: async ({ signal }) => {
      const reader = seenAnswersOwner()
      try {
        let answer: Answer<Spec> = await callWith(spec, input, { signal })
        for (let page = 2; join && page <= pagesOf(answer); page += 1) {
          answer = join(answer, await callWith(spec, onPage(input, page), { signal }))
        }
        if (keepOffline) await rememberAnswer(spec, input, answer, reader)
        return answer
      } catch (error) {
        if (!keepOffline || !isApiFailure(error)) throw error
        if (error.status === 404) await forgetAnswer(spec, input)
        const seen = error.status === 0 || error.status >= 500 ? await recallAnswer(spec, input) : undefined
        if (seen === undefined) throw error
        return seen as Answer<Spec> // written above from the same call
      }
    },
    ...(fresh && { staleTime: 0 }),
    ...options,
  })
}

function pagesOf(answer: unknown): number {
  return (answer as { pagination?: { totalPages: number } }).pagination?.totalPages ?? 1 // contract/api/pagination.ts
}

function onPage<Input>(input: Input, page: number): Input {
  return { ...input, query: { ...(input as { query?: object }).query, page } } // of a list, which has pages
}

/** Marks what was read from an endpoint as old, for one input or for all. */
export async function invalidate<Spec extends EndpointSpec>(spec: Spec, input?: CallInput<Spec>): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: endpointKey(spec, input) })
}

/** A call by its input as one value. */
export function callWith<Spec extends EndpointSpec>(
  spec: Spec,
  input: CallInput<Spec>,
  options: CallOptions,
): Promise<Answer<Spec>> {
  return call(spec, ...([input, options] as unknown as CallArguments<Spec>)) // an input is always allowed; only TypeScript cannot see it here
}

/** Takes the data that the server wrote into the page, so that its first screen draws without asking again. */
export function takePreloadedData(page: Document): void {
  const script = page.getElementById('preload')
  if (!script?.textContent) return
  try {
    const preloaded = JSON.parse(script.textContent) as { key: QueryKey; data: unknown }[] // written by server/http/pages.ts
    for (const { key, data } of preloaded) queryClient.setQueryData(key, data)
  } catch {
    // A page cut short: the screen asks for its data as any other does.
  }
  script.remove()
}
