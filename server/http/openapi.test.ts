import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/api/endpoint.ts'
import { eventFlyer } from '#contract/api/files.ts'
import { endpoints } from '#server/app.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { pageHeaders } from './headers.ts'
import { openapiDocument } from './openapi.ts'

interface Operation {
  readonly operationId: string
  readonly security: object[]
  readonly parameters: { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly properties: object } }> }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly examples?: object }> }>
}
type Document = { readonly openapi: string; readonly paths: Record<string, Record<string, Operation>> }

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('the served document names every bound endpoint once', async () => {
  const { headers, body } = await server.fastify.inject('/api/openapi.json')
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const document = JSON.parse(body) as Document
  expect(document.openapi).toBe('3.1.0')
  const served = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(served.sort()).toEqual(endpoints.map(({ spec }) => `${spec.method} ${spec.path}`).sort())
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('an operation says who may call, what it takes and how it may fail', () => {
  const spec = endpoint({
    method: 'PUT',
    path: '/api/v1/cosa/{id}',
    summary: 'Cambia una cosa',
    access: { roles: ['ORGANIZATOR'] },
    whileImpersonating: 'blocked',
    rate: { per: 'account', limit: 3, seconds: 60 },
    idempotent: true,
    params: z.object({ id: z.uuid() }),
    query: z.object({ dry: z.optional(z.boolean()) }),
    body: z.object({ name: z.string() }),
    files: { flyer: eventFlyer },
    response: z.object({ ok: z.boolean() }),
    status: 201,
    failures: ['event_state', 'sold_out'],
  })
  const document = openapiDocument([spec], 'https://previa.example') as Document
  const operation = document.paths['/api/v1/cosa/{id}']?.['put']
  expect(operation).toMatchObject({
    operationId: 'putCosaById',
    summary: 'Cambia una cosa',
    security: [{ session: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'dry', in: 'query', required: false },
      { name: 'Idempotency-Key', in: 'header', required: false },
    ],
  })
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(['multipart/form-data', 'application/json'])
  expect(Object.keys(operation?.requestBody?.content['multipart/form-data']?.schema.properties ?? {})).toEqual([
    'name',
    'flyer',
  ])
  expect(Object.keys(operation?.responses ?? {}).sort()).toEqual([
    '201',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
  ])
  expect(Object.keys(operation?.responses['409']?.content?.['application/json']?.examples ?? {})).toEqual([
    'event_state',
    'sold_out',
    'operation_running',
  ])
})

test('the reference is served whole from here, and runs nothing but files of ours', async () => {
  const page = await server.fastify.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject(pageHeaders(server.app.config))
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
  expect(page.body.match(/<script[^>]*>[^<]*/g)).toEqual([
    '<script src="/api/docs/js/scalar.js">',
    '<script src="/api/docs/js/start.js">',
  ])
  // Nothing is fetched from elsewhere before the reader asks for it.
  expect(page.body).not.toMatch(/(src|href)="https?:/)
  const script = await server.fastify.inject({ url: '/api/docs/js/scalar.js', headers: { 'accept-encoding': 'br' } })
  expect(script.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' })
  expect((await server.fastify.inject('/api/docs/js/start.js')).body).toContain('"url":"/api/openapi.json"')
})
