import { vi } from 'vitest'
import { endpointOf, holdToContract } from './contract-answers.ts'

export interface Sent {
  method: string
  path: string
  /** The query string's parameters. */
  query: URLSearchParams
  headers: Headers
  body: unknown
}

type Answer = (sent: Sent) => unknown

/** By method and path: the body of a success (`undefined` for an empty one), a `json(status, body)`, or what gives them. */
export type Answers = Readonly<Record<string, Answer | object | undefined>>

/**
 * Answers the browser's `fetch`. What has no answer here is not found; what no server of ours would say fails the test.
 * Gives what was sent.
 */
export function fakeServer(answers: Answers): Sent[] {
  const all: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const [path = url, query] = url.split('?')
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const sent: Sent = { method, path, query: new URLSearchParams(query), headers: new Headers(init.headers), body }
    all.push(sent)
    const call = `${method} ${path}`
    if (!(call in answers)) return json(404, { code: 'not_found', message: 'No encontramos lo que buscás' })
    const endpoint = endpointOf(method, path)
    const given = answers[call]
    const answer: unknown = await (typeof given === 'function' ? given(sent) : given)
    const status = answer === undefined ? 204 : (endpoint?.status ?? 200)
    const response = answer instanceof Response ? answer.clone() : json(status, answer)
    await holdToContract(endpoint, call, response)
    return response
  })
  return all
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}
