/** Input of many levels, by every way in which JSON comes (threat 36): refused with a reason, never a defect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { bind } from '#server/http/bound.ts'
import { createServer } from '#server/http/server.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { createTestApp, type TestApp } from './app.ts'

const anything = z.record(z.string(), z.unknown())
const shared = { access: 'public', whileImpersonating: 'blocked', response: 'empty', failures: [] } as const
const takesJson = endpoint({ ...shared, method: 'POST', path: '/json', summary: 'JSON', body: z.unknown() })
const takesForm = endpoint({
  ...shared,
  method: 'POST',
  path: '/form',
  summary: 'Formulario',
  body: z.object({ deep: z.optional(z.union([z.array(z.unknown()), anything])) }),
  files: { picture: { maxBytes: 1000, types: ['image/jpeg'] } },
})
const takesQuery = endpoint({
  ...shared,
  method: 'GET',
  path: '/query',
  summary: 'Consulta',
  query: z.object({ deep: z.union([z.array(z.unknown()), anything]) }),
})

let server: TestApp
let fastify: Awaited<ReturnType<typeof createServer>>
beforeAll(async () => {
  server = await createTestApp()
  fastify = await createServer({
    app: { ...server.app, processCache: createProcessCache(server.clock) },
    endpoints: [bind(takesJson, async () => {}), bind(takesForm, async () => {}), bind(takesQuery, async () => {})],
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: false,
  })
})
afterAll(async () => {
  await fastify.close()
  await server.close()
})

function form(name: string, value: string) {
  const payload = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`
  return {
    method: 'POST',
    url: '/form',
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  } as const
}

const json = { 'content-type': 'application/json' }
const ways = {
  'a body': (text: string) => ({ method: 'POST', url: '/json', payload: text, headers: json }) as const,
  'the data of a form': (text: string) => form('data', `{"deep":${text}}`),
  'a field of a form': (text: string) => form('deep', text),
  'a query': (text: string) => ({ method: 'GET', url: `/query?deep=${encodeURIComponent(text)}` }) as const,
}
const kinds = {
  arrays: (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`,
  objects: (levels: number) => `${'{"":'.repeat(levels)}1${'}'.repeat(levels)}`,
}

describe.each(Object.entries(ways))('threat 36: by %s', (_way, requestOf) => {
  test.each(Object.entries(kinds))('%s in one another', async (_kind, nested) => {
    const answers = []
    for (const levels of [10, 3000, 100_000]) {
      const { statusCode, body } = await fastify.inject(requestOf(nested(levels)))
      answers.push(statusCode === 204 ? 204 : `${statusCode} ${JSON.parse(body).code}`)
    }
    // What is larger than its way takes is refused for that.
    expect(answers).toEqual([
      204,
      '400 invalid_input',
      expect.stringMatching(/^400 invalid_input$|^413 too_large$|^414 |^404 not_found$/),
    ])
  })
})

test('threat 36: a notification of many levels, which is read as it came', async () => {
  for (const url of ['/api/v1/webhook/whatsapp', '/api/v1/webhook/mercadopago']) {
    const { statusCode } = await server.fastify.inject({
      method: 'POST',
      url,
      headers: json,
      payload: kinds.arrays(100_000),
    })
    expect(statusCode).toBeLessThan(500)
  }
})

test.each([
  ['a body', ways['a body']('{"quantity":1,"quantity":20}')],
  ['a field inside a body', ways['a body']('{"items":[{"a":1,"b":[],"a":1}]}')],
  ['the data of a form', ways['the data of a form']('{"a":1,"a":2}')],
])('%s that says a thing twice is refused', async (_, request) => {
  const { statusCode, body } = await fastify.inject(request)
  expect([statusCode, JSON.parse(body).code]).toEqual([400, 'invalid_input'])
})
