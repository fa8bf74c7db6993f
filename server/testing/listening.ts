/** Streams of a server that listens, read as a browser reads them. */
import { randomBytes } from 'node:crypto'
import { openStream, type StreamEvent } from '#contract/api/live.ts'
import type { FailureBody } from '#contract/api/failures.ts'
import { someAddress, type TestApp } from './app.ts'

export interface Listening {
  readonly status: number
  readonly headers: Headers
  /** Everything that was said so far. */
  readonly heard: readonly StreamEvent[]
  /** Of the last event that had one. */
  lastId(): string
  /** Topics of the hints. */
  hints(): string[]
  /** What it was refused with. */
  readonly refusal: FailureBody | null
  /** Whether the server ended it. */
  isOver(): boolean
  close(): void
}

/** Where it listens, begun when it is first asked. */
export async function addressOf(server: Pick<TestApp, 'fastify'>): Promise<string> {
  const known = server.fastify.server.address()
  if (known && typeof known === 'object') return `http://127.0.0.1:${known.port}`
  return server.fastify.listen({ port: 0, host: '127.0.0.1' })
}

/** Opens a stream; resolves when it is open or refused. */
export async function listenTo(
  server: Pick<TestApp, 'fastify'>,
  topics: string,
  { as, since, device }: { as?: { readonly token: string } | string; since?: string; device?: string } = {},
): Promise<Listening> {
  const token = typeof as === 'string' ? as : as?.token
  const leaving = new AbortController()
  const response = await fetch(`${await addressOf(server)}${openStream.path}?topics=${encodeURIComponent(topics)}`, {
    headers: {
      'x-device-id': device ?? `test-device-${randomBytes(8).toString('hex')}`,
      'x-forwarded-for': someAddress(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(since ? { 'last-event-id': since } : {}),
    },
    signal: leaving.signal,
  })
  const heard: StreamEvent[] = []
  let lastId = ''
  let isOver = false
  const refusal = response.ok ? null : ((await response.json()) as FailureBody) // as every refusal of ours
  const read = async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const bytes of response.body ?? []) {
      rest += decoder.decode(bytes, { stream: true })
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s, 2)))
        lastId = fields['id'] ?? lastId
        if (fields['event'])
          heard.push({ event: fields['event'], data: JSON.parse(fields['data'] ?? 'null') as object } as StreamEvent)
      }
    }
  }
  if (response.ok) {
    void read()
      .catch(() => {})
      .finally(() => (isOver = true))
  }
  return {
    status: response.status,
    headers: response.headers,
    heard,
    lastId: () => lastId,
    hints: () => heard.flatMap(({ event, data }) => (event === 'hint' ? [data.topic] : [])),
    refusal,
    isOver: () => isOver,
    close: () => leaving.abort(),
  }
}
