import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const SOME_EVENT = '019a9d3e-0000-7000-8000-000000000000'

test.each([
  ['GET', '/api/v1/login', 'POST'],
  ['DELETE', '/api/v1/login?phone=1', 'POST'],
  ['POST', '/api/v1/event/home', 'GET, HEAD, PUT'],
  ['PATCH', `/api/v1/event/${SOME_EVENT}`, 'PUT'],
  ['GET', `/api/v1/event/${SOME_EVENT}/publish`, 'POST'],
  ['PUT', '/api/v1/webhook/whatsapp', 'GET, HEAD, POST'],
  ['POST', '/pagar/abcdefghijklmnopqrstuv/', 'GET, HEAD'],
] as const)('%s %s is not for it, and says what is: %s', async (method, url, allow) => {
  const response = await server.fastify.inject({ method, url })
  expect([response.statusCode, response.headers.allow]).toEqual([405, allow])
  expect(response.json()).toEqual({ code: 'method_not_allowed', message: 'Ese método no existe en esta dirección' })
})

test.each([
  ['GET', '/api/v1/nada'],
  ['POST', '/api/v1/nada'],
  ['DELETE', '/api/v1/login/otra'],
  ['POST', '/eventos'],
] as const)('%s %s is nowhere', async (method, url) => {
  const response = await server.fastify.inject({ method, url })
  expect([response.statusCode, response.headers.allow]).toEqual([404, undefined])
  expect(response.json()).toMatchObject({ code: 'not_found' })
})
