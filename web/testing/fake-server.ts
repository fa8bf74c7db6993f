import { vi } from 'vitest'

export interface Sent {
  method: string
  path: string
  headers: Headers
  body: unknown
}

/** Answers the browser's `fetch` with what `answers` gives for a method and path; anything else is a 404. Gives what was sent. */
export function fakeServer(answers: Readonly<Record<string, (sent: Sent) => Response | Promise<Response>>>): Sent[] {
  const all: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = url.split('?')[0] ?? url
    const method = init.method ?? 'GET'
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const sent: Sent = { method, path, headers: new Headers(init.headers), body }
    all.push(sent)
    return (
      answers[`${method} ${path}`]?.(sent) ?? json(404, { code: 'not_found', message: 'No encontramos lo que buscás' })
    )
  })
  return all
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}
