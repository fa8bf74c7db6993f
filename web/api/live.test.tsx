import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getAttendance } from '#contract/sales/scanning.ts'
import type { StreamEvent } from '#contract/api/live.ts'
import { loginAnswer } from '#web/testing/people.ts'
import { useLive } from './live.ts'
import { queryClient } from './query.ts'
import { expireSession, leaveSession, signIn } from './session.ts'
import { createTabStream, type TabStream } from './stream.ts'

const id = '01990000-0000-7000-8000-0000000000e1'
const topic = `door:${id}` as const

/** Connections that the fake server has open, each with what it was asked and the way to say something. */
interface Connection {
  topics: string[]
  headers: Headers
  isOpen: boolean
  say: (event: StreamEvent, eventId?: string) => void
  end: () => void
}
let connections: Connection[] = []
let reads = 0
/** How long an answer takes, in milliseconds, and reads that were given up. */
let slowness = 0
let aborted = 0
/** Refuses instead of opening. */
let refusal: (() => Response) | null = null

const open = () => connections.filter(({ isOpen }) => isOpen)
const json = (status: number, body: object, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

function answerStream(url: string, { headers, signal }: RequestInit): Response {
  if (refusal) return refusal()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
  const topics = (new URL(url, 'http://x').searchParams.get('topics') ?? '').split(',')
  const connection: Connection = {
    topics,
    headers: new Headers(headers),
    isOpen: true,
    say: ({ event, data }, eventId) =>
      controller?.enqueue(
        new TextEncoder().encode(
          `${eventId ? `id: ${eventId}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
        ),
      ),
    end() {
      connection.isOpen = false
      controller?.close()
    },
  }
  signal?.addEventListener('abort', () => {
    connection.isOpen = false
    controller?.error(new DOMException('aborted', 'AbortError'))
  })
  connections.push(connection)
  connection.say({ event: 'ready', data: { topics } }, '100')
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** The browser's locks, between the tabs of a test. */
function fakeLocks() {
  const queues = new Map<string, Promise<unknown>>()
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) => {
      const before = queues.get(name) ?? Promise.resolve()
      const run = before.then(() => {
        if (signal.aborted) throw new DOMException('aborted', 'AbortError')
        return work()
      })
      queues.set(
        name,
        run.catch(() => {}),
      )
      return run
    },
  }
}

/** Channels of one page: the others receive each message asynchronously. */
class FakeChannel extends EventTarget {
  static all = new Set<FakeChannel>()
  readonly name: string
  constructor(name: string) {
    super()
    this.name = name
    FakeChannel.all.add(this)
  }
  postMessage(data: unknown) {
    const copy: unknown = structuredClone(data)
    for (const other of FakeChannel.all) {
      if (other !== this && other.name === this.name)
        queueMicrotask(
          () => FakeChannel.all.has(other) && other.dispatchEvent(new MessageEvent('message', { data: copy })),
        )
    }
  }
  close() {
    FakeChannel.all.delete(this)
  }
}

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
}

const tabs: TabStream[] = []
function openTab(onChange = () => {}) {
  const hints: string[] = []
  const onOver = vi.fn()
  const tab = createTabStream({
    person: 'camila',
    token: 'token-of-camila',
    onHint: (heard) => hints.push(heard),
    onChange,
    onOver,
  })
  tabs.push(tab)
  return { tab, hints, onOver }
}

beforeEach(() => {
  connections = []
  reads = 0
  slowness = 0
  aborted = 0
  refusal = null
  vi.useFakeTimers()
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true })
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/api/v1/stream')) return answerStream(url, init)
    reads += 1
    const answered = reads
    init.signal?.addEventListener('abort', () => (aborted += 1))
    if (slowness > 0) await new Promise((resolve) => setTimeout(resolve, slowness))
    return json(200, {
      total: 100,
      scanned: answered,
      notScanned: 100 - answered,
      rate: answered,
      byType: [],
      lastMinutes: [],
    })
  })
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  expireSession()
  queryClient.clear()
  Reflect.deleteProperty(navigator, 'locks')
  FakeChannel.all.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const hint = (of: string): StreamEvent => ({ event: 'hint', data: { topic: of, at: '2026-11-29T02:30:00.000Z' } })

describe('tabs', () => {
  test('two visible tabs share one connection; the leader subscribes for both and forwards hints', async () => {
    const [one, other] = [openTab(), openTab()]
    one.tab.want(['account'])
    await after(200)
    other.tab.want([topic])
    await after(500)
    expect(open().map(({ topics }) => topics.toSorted())).toEqual([['account', topic]])
    expect([one.tab.isStreamed('account'), other.tab.isStreamed(topic)]).toEqual([true, true])
    open()[0]?.say(hint(topic))
    await after(50)
    expect([one.hints, other.hints]).toEqual([[topic], [topic]])
  })

  test('when who leads closes, the other takes over', async () => {
    const [one, other] = [openTab(), openTab()]
    one.tab.want([topic])
    await after(200)
    other.tab.want([topic])
    await after(200)
    one.tab.close()
    await after(500)
    expect(open()).toHaveLength(1)
    expect(other.tab.isStreamed(topic)).toBe(true)
    open()[0]?.say(hint(topic))
    await after(50)
    expect(other.hints).toEqual([topic])
  })

  test('a hidden one is closed; shown again it goes on from where it was', async () => {
    const { tab } = openTab()
    tab.want([topic])
    await after(200)
    open()[0]?.say(hint(topic), '4711')
    await after(50)
    show('hidden')
    await after(50)
    expect(open()).toHaveLength(0)
    expect(tab.isStreamed(topic)).toBe(false)
    await after(60_000)
    expect(connections).toHaveLength(1)
    show('visible')
    await after(200)
    expect(open()).toHaveLength(1)
    expect(open()[0]?.headers.get('last-event-id')).toBe('4711')
  })

  test('a lost connection retries with backoff; a refused one, after the given pause', async () => {
    const { tab } = openTab()
    refusal = () => json(500, { code: 'internal', message: 'x' })
    const tries = vi.fn()
    const refuse = refusal
    refusal = () => {
      tries()
      return refuse()
    }
    tab.want([topic])
    await after(60_000)
    expect(tries.mock.calls.length).toBeLessThan(8)
    expect(tries.mock.calls.length).toBeGreaterThan(2)
    refusal = null
    await after(31_000)
    expect(open()).toHaveLength(1)
    open()[0]?.say({ event: 'bye', data: { retryMs: 9000, isOver: false } })
    await after(20)
    open()[0]?.end()
    await after(8500)
    expect(tab.isStreamed(topic)).toBe(false)
    expect(open()).toHaveLength(0)
    await after(1000)
    expect(open()).toHaveLength(1)
  })

  test('one that says nothing for a minute is given up for another', async () => {
    const { tab } = openTab()
    tab.want([topic])
    await after(200)
    await after(70_000)
    expect(connections.length).toBeGreaterThan(1)
    expect(open()).toHaveLength(1)
  })

  test('what may not be heard is left out, and the rest is heard', async () => {
    const { tab } = openTab()
    const forbidden = 'event:01990000-0000-7000-8000-0000000000e2'
    refusal = () => {
      refusal = null
      return json(404, { code: 'event_not_found', message: 'x', details: { topic: forbidden } })
    }
    tab.want([forbidden, topic])
    await after(500)
    expect(open().map(({ topics }) => topics)).toEqual([[topic]])
    open()[0]?.say({ event: 'gone', data: { topic } })
    await after(50)
    expect(tab.isStreamed(topic)).toBe(false)
  })

  test('a leader that fails gives the lead away and stops announcing', async () => {
    const faults: unknown[] = []
    const collect = (error: unknown) => faults.push(error)
    process.on('unhandledRejection', collect)
    let fault: Error | null = null
    const broken = openTab(() => {
      const thrown = fault
      fault = null
      if (thrown) throw thrown
    })
    broken.tab.want([topic])
    await after(200)
    const other = openTab()
    other.tab.want([topic])
    await after(200)
    fault = new TypeError('AbortSignal.any is not a function')
    open()[0]?.end()
    await after(500)
    expect(other.tab.isStreamed(topic)).toBe(true)
    const said: unknown[] = []
    const listening = new FakeChannel('previa-stream camila')
    listening.addEventListener('message', (event) => said.push((event as MessageEvent<unknown>).data))
    await after(21_000)
    // The new leader alone.
    expect(said.filter((each) => (each as { asks?: boolean }).asks === true)).toHaveLength(1)
    process.off('unhandledRejection', collect)
    expect(faults).toEqual([new TypeError('AbortSignal.any is not a function')])
  })

  test('a session that the server ended is said once, and nothing is tried again', async () => {
    const { tab, onOver } = openTab()
    tab.want([topic])
    await after(200)
    open()[0]?.say({ event: 'bye', data: { retryMs: 500, isOver: true } })
    await after(20)
    open()[0]?.end()
    await after(120_000)
    expect(onOver).toHaveBeenCalledTimes(1)
    expect(connections).toHaveLength(1)
  })
})

describe('a screen', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const mount = () => renderHook(() => useLive(getAttendance, { params: { id } }), { wrapper })

  beforeEach(() => signIn(loginAnswer('SCANNER')))

  test('polls only on a hint or after a long interval', async () => {
    const { result, unmount } = mount()
    await after(1000)
    expect(open().map(({ topics }) => topics)).toEqual([[topic]])
    await after(20_000)
    expect(reads).toBe(1)
    open()[0]?.say(hint(topic))
    await after(50)
    expect(reads).toBe(2)
    expect(result.current.data?.scanned).toBe(2)
    // A hint may be lost.
    await after(31_000)
    expect(reads).toBe(3)
    unmount()
    await after(100)
    expect(open()).toHaveLength(0)
  })

  test('on a slow network and a busy night it shows what comes, and what is newest in the end', async () => {
    slowness = 1500
    const { result } = mount()
    await after(3000)
    for (let hints = 0; hints < 20; hints += 1) {
      open()[0]?.say(hint(topic))
      await after(1000)
    }
    // Each answer is waited for: about one in a second and a half.
    expect(result.current.data?.scanned).toBeGreaterThan(8)
    expect(aborted).toBe(0)
    open()[0]?.say(hint(topic))
    await after(5000)
    expect(result.current.data?.scanned).toBe(reads)
  })

  test('asks every five seconds without a stream, and where a browser has no locks', async () => {
    refusal = () => json(503, { code: 'busy', message: 'x' }, { 'retry-after': '60' })
    const { unmount } = mount()
    await after(16_000)
    expect(reads).toBeGreaterThanOrEqual(4)
    unmount()
    expireSession()
    queryClient.clear()
    reads = 0
    Reflect.deleteProperty(navigator, 'locks')
    await act(() => signIn(loginAnswer('SCANNER')))
    mount()
    await after(16_000)
    expect(reads).toBeGreaterThanOrEqual(4)
    expect(connections).toHaveLength(0)
  })

  test('asks nothing while it is hidden, and at once when it is shown', async () => {
    refusal = () => json(503, { code: 'busy', message: 'x' }, { 'retry-after': '60' })
    mount()
    await after(6000)
    show('hidden')
    const before = reads
    await after(30_000)
    expect(reads).toBe(before)
    show('visible')
    await after(100)
    expect(reads).toBe(before + 1)
  })

  test('is closed at once when the session ends', async () => {
    mount()
    await after(1000)
    expect(open()).toHaveLength(1)
    act(() => leaveSession())
    await after(0)
    expect(open()).toHaveLength(0)
  })
})
