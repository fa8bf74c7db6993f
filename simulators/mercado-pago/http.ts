/** The wire: one request in, one reply out, on node:http alone. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Refusal } from './simulator.ts'

export interface Call {
  readonly method: string
  /** Without the base path and without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

export type Reply =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly json: unknown
      readonly headers?: Record<string, string>
    }
  | { readonly kind: 'html'; readonly status: number; readonly html: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  /** The connection is cut, or kept open without a word. */
  | { readonly kind: 'lose' | 'hang' }

const BODY_LIMIT = 1_000_000

/** A server that hands each call to `answer`; whatever that throws beyond a `Refusal` is a fault of the simulator itself. */
export function createWire(basePath: () => string, answer: (call: Call) => Promise<Reply>): Server {
  return createServer((request, response) => {
    void respond(request, response, basePath(), answer)
  })
}

/** A refusal as the vendor writes it. */
export function refusalReply({ status, error, message, code }: Refusal): Reply & { kind: 'json' } {
  return {
    kind: 'json',
    status,
    json: { message, error, status, cause: code === null ? [] : [{ code, description: message }] },
  }
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'bad_request', 'invalid json')
  }
}

export function header(call: Call, name: string): string | undefined {
  const value = call.headers[name]
  return typeof value === 'object' ? value[0] : value
}

/** A page of another site sent this: forms and switches answer only to the simulator's own pages and to programs. */
export function isForeign(call: Call): boolean {
  const site = header(call, 'sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  basePath: string,
  answer: (call: Call) => Promise<Reply>,
): Promise<void> {
  try {
    write(response, await answer(await read(request, basePath)))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal_error', `simulator: ${String(error)}`)
    write(response, refusalReply(refusal))
  }
}

async function read(request: IncomingMessage, basePath: string): Promise<Call> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  // Behind the product's proxy the prefix may or may not have been cut already.
  const isPrefixed = basePath !== '' && (url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))
  const path = (isPrefixed ? url.pathname.slice(basePath.length) : url.pathname) || '/'
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    // no encoding is set, so chunks are buffers
    size += chunk.length
    if (size > BODY_LIMIT) throw new Refusal(413, 'request_entity_too_large', 'body too large')
    chunks.push(chunk)
  }
  return {
    method: request.method ?? 'GET',
    path,
    query: url.searchParams,
    headers: request.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  }
}

// The pages run no script and load nothing; `form-action` stays open because browsers apply it to the redirect back too.
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

function write(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case 'json':
      response
        .writeHead(reply.status, { 'Content-Type': 'application/json; charset=utf-8', ...reply.headers })
        .end(JSON.stringify(reply.json))
      break
    case 'html':
      response.writeHead(reply.status, PAGE_HEADERS).end(reply.html)
      break
    case 'text':
      response.writeHead(reply.status, { 'Content-Type': 'text/html' }).end(reply.text)
      break
    case 'redirect':
      response.writeHead(303, { Location: reply.location, 'Cache-Control': 'no-store' }).end()
      break
    case 'lose':
      response.destroy()
      break
    case 'hang':
      break
  }
}
