/** What is wrong with us and not with the caller: answered as a defect, and logged, wherever a schema found it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { bind } from '#server/http/bound.ts'
import { createServer } from '#server/http/server.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { createTestApp, type TestApp } from './app.ts'

const counted = z.object({ count: z.int() })
const shared = {
  method: 'POST',
  access: 'public',
  whileImpersonating: 'blocked',
  summary: 'Cuenta',
  body: counted,
  response: counted,
  failures: [],
} as const
const answersWrong = endpoint({ ...shared, path: '/answers-wrong' })
const readsWrong = endpoint({ ...shared, path: '/reads-wrong' })
const parsesWrong = endpoint({ ...shared, path: '/parses-wrong' })

let server: TestApp
let fastify: Awaited<ReturnType<typeof createServer>>
beforeAll(async () => {
  server = await createTestApp()
  fastify = await createServer({
    app: { ...server.app, processCache: createProcessCache(server.clock) },
    endpoints: [
      bind(answersWrong, async () => ({ count: 'dos' }) as unknown as { count: number }), // wrong on purpose
      bind(readsWrong, async () => counted.parse({ count: 'dos' })),
      bind(parsesWrong, async () => counted.parse(JSON.parse('{"count":'))),
    ],
    rules: {},
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: true,
  })
})
afterAll(async () => {
  await fastify.close()
  await server.close()
})

test.each([
  ['an answer that is not of its shape', answersWrong],
  ['what a use case reads from elsewhere', readsWrong],
  ['text that is no JSON inside a use case', parsesWrong],
])('%s is a logged 500', async (_, { path }) => {
  const logged = vi.spyOn(server.app.log, 'error').mockImplementation(() => {})
  try {
    const { statusCode, body } = await fastify.inject({ method: 'POST', url: path, payload: { count: 2 } })
    expect([statusCode, JSON.parse(body)]).toEqual([
      500,
      { code: 'internal', message: expect.any(String), details: { requestId: expect.any(String) } },
    ])
    expect(logged).toHaveBeenCalledWith({ err: expect.any(Error) }, 'unexpected failure')
  } finally {
    logged.mockRestore()
  }
})

test.each(['{"count":', '{"count":"dos"}', '[]'])(
  '%s from a caller is invalid input, not an error of ours',
  async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const { statusCode, body } = await fastify.inject({ method: 'POST', url: answersWrong.path, payload, headers })
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { code: 'invalid_input' }])
  },
)
