/** Server-sent events over `fetch`, which sends the session as any call does; the browser's own `EventSource` cannot. */
import { openStream, type StreamEvent } from '#contract/api/live.ts'
import type { Topic } from '#contract/api/topics.ts'
import { anySignal } from './any-signal.ts'
import { addressOf } from './call.ts'
import { deviceId } from './device.ts'

/** The server says something every 25 s at least. */
const SILENCE_MILLISECONDS = 60_000

export interface Reading {
  topics: readonly Topic[]
  token: string
  lastEventId: string | undefined
  signal: AbortSignal
  onEvent: (event: StreamEvent) => void
  onId: (id: string) => void
}

/** Why there is no stream: the topic that may not be heard, or when to come back. */
export interface StreamRefusal {
  status: number
  topic: string | undefined
  retryMs: number | undefined
}

/** Reads until the stream ends; gives why it was refused. Throws when the network fails or nothing is said for a minute. */
export async function readEvents(reading: Reading): Promise<StreamRefusal | undefined> {
  const { topics, token, lastEventId, onEvent, onId } = reading
  const silence = new AbortController()
  const signal = anySignal(reading.signal, silence.signal)
  let timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS)
  try {
    const headers = new Headers({
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      'x-device-id': deviceId(),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    })
    const address = addressOf(openStream, { query: { topics: topics.join(',') } })
    const response = await fetch(address, { headers, signal, credentials: 'same-origin', cache: 'no-store' })
    if (!response.ok || !response.body) return await refusalOf(response)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return undefined
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS)
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const { id, event } = readBlock(block)
        if (event) onEvent(event)
        if (id !== undefined) onId(id)
      }
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

function readBlock(block: string): { id: string | undefined; event: StreamEvent | undefined } {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(':', 1)[0], line.slice(line.indexOf(':') + 1).trim()]),
  )
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
  if (event === undefined || data === undefined) return { id, event: undefined }
  return { id, event: { event, data: JSON.parse(data) as object } as StreamEvent } // the server writes them by the same type
}

async function refusalOf(response: Response): Promise<StreamRefusal> {
  const body: unknown = await response.json().catch(() => undefined)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    topic: topicIn(body),
    retryMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  }
}

function topicIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('details' in body)) return undefined
  const { details } = body
  const topic = typeof details === 'object' && details !== null && 'topic' in details ? details.topic : undefined
  return typeof topic === 'string' ? topic : undefined
}
