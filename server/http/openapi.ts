/** The OpenAPI 3.1 document, derived from the endpoints that are bound: it cannot say anything that the server does not do. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { apiWords } from '#contract/api/api-words.ts'
import { brand } from '#contract/platform/brand.ts'
import { failuresOf, type EndpointSpec } from '#contract/api/endpoint.ts'
import { failures } from '#contract/api/failures.ts'
import type { FileRule } from '#contract/api/files.ts'
import type { Bound } from './bound.ts'
import { finishBytes, sendFinished, type FinishedBytes } from './finished-bytes.ts'
import type { JsonSchema } from './schemas.ts'

/** Builds the document. `origin` is the public address, without a trailing slash. */
export function openapiDocument(specs: readonly EndpointSpec[], origin: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const spec of specs) {
    const operations = (paths[spec.path] ??= {})
    operations[spec.method.toLowerCase()] = operation(spec)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: apiWords.title,
      version: '1',
      description: apiWords.about,
      contact: { email: brand.supportMail },
    },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: apiWords.session },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(failures) },
            message: { type: 'string', description: apiWords.failureMessage },
            details: { description: apiWords.failureDetails },
          },
        },
      },
    },
  }
}

function operation(spec: EndpointSpec): object {
  return {
    operationId: operationId(spec),
    summary: spec.summary,
    description: describe(spec),
    tags: [sectionOf(spec.path)],
    ...(isPublic(spec) ? { security: [] } : { security: [{ session: [] }] }),
    parameters: parametersOf(spec),
    ...(spec.body || spec.files ? { requestBody: requestBody(spec) } : {}),
    responses: { ...success(spec), ...refusals(spec) },
  }
}

function sectionOf(path: string): string {
  const segment = path.replace(/^\/(api\/v1\/)?/, '').split('/')[0] ?? ''
  return apiWords.sections[segment] ?? segment.charAt(0).toUpperCase() + segment.slice(1)
}

/** `GET /api/v1/event/single-page/{id}` → `getEventSinglePageById`. */
function operationId({ method, path }: EndpointSpec): string {
  const words = path
    .replace(/^\/(api\/v1\/)?/, '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function rolesOf({ access }: EndpointSpec): 'public' | 'signedIn' | readonly string[] {
  return typeof access === 'string' ? access : access.roles
}

function isPublic(spec: EndpointSpec): boolean {
  return rolesOf(spec) === 'public'
}

/** Who may call, how often, and what else the declaration promises. */
function describe(spec: EndpointSpec): string {
  const roles = rolesOf(spec)
  const who = roles === 'public' ? apiWords.anybody : roles === 'signedIn' ? apiWords.signedIn : roles.join(', ')
  const lines = [apiWords.callers(who)]
  if (typeof spec.access === 'object' && spec.access.object) {
    lines.push(apiWords.object(spec.access.object.rule))
  }
  if (spec.stepUp) lines.push(apiWords.stepUp)
  if (spec.rate) lines.push(apiWords.rate(spec.rate.limit, spec.rate.seconds, spec.rate.per))
  if (spec.idempotent) lines.push(apiWords.idempotent)
  if (spec.cache) lines.push(apiWords.age(spec.cache.seconds))
  if (spec.whileImpersonating === 'blocked') lines.push(apiWords.notInSupport)
  return lines.join('\n\n')
}

function parametersOf(spec: EndpointSpec): object[] {
  const fields = (schema: $ZodType | undefined, place: 'path' | 'query') => {
    const { properties = {}, required } = schema ? inputOf(schema) : {}
    const needed = Array.isArray(required) ? required : []
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      schema: field,
    }))
  }
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }
  return [...fields(spec.params, 'path'), ...fields(spec.query, 'query'), ...(spec.idempotent ? [key] : [])]
}

function inputOf(schema: $ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema // the library types it more loosely
}

function outputOf(schema: $ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema
}

function requestBody(spec: EndpointSpec): object {
  const body: JsonSchema = spec.body ? inputOf(spec.body) : { type: 'object' }
  if (!spec.files) return { required: true, content: { 'application/json': { schema: body } } }
  const files = Object.fromEntries(Object.entries(spec.files).map(([name, rule]) => [name, fileField(rule)]))
  const form = { ...body, properties: { ...body.properties, ...files } }
  return { required: true, content: { 'multipart/form-data': { schema: form }, 'application/json': { schema: body } } }
}

function fileField(rule: FileRule): object {
  return { type: 'string', format: 'binary', description: apiWords.file(rule.types, rule.maxBytes / 1024 / 1024) }
}

function success(spec: EndpointSpec): Record<string, object> {
  if (spec.response === 'empty') return { 204: { description: apiWords.done } }
  if (spec.response === 'redirect') return { 303: { description: apiWords.redirect } }
  if (spec.response === 'stream') {
    return { 200: { description: apiWords.stream, content: { 'text/event-stream': { schema: { type: 'string' } } } } }
  }
  if (spec.response === 'bytes') {
    return {
      200: {
        description: apiWords.bytes,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  const schema = outputOf(spec.response)
  return { [spec.status ?? 200]: { description: apiWords.fine, content: { 'application/json': { schema } } } }
}

/** Every failure that the call may answer, those of any call included, by status. */
function refusals(spec: EndpointSpec): Record<string, object> {
  const byStatus = Map.groupBy(failuresOf(spec), (code) => failures[code][0])
  const answers = [...byStatus].map(([status, group]) => {
    const examples = Object.fromEntries(group.map((code) => [code, { value: { code, message: failures[code][1] } }]))
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' }, examples } }
    return [String(status), { description: group.map((code) => `\`${code}\``).join(', '), content }] as const
  })
  return Object.fromEntries(answers)
}

/** Serves the document at `/api/openapi.json`; it is made once, at the first request. */
export function openapiRoutes(endpoints: readonly Bound[], origin: string): (fastify: FastifyInstance) => void {
  return (fastify) => {
    let body: Promise<FinishedBytes> | null = null
    fastify.get('/api/openapi.json', async (request, reply) => {
      const specs = endpoints.map(({ spec }) => spec)
      body ??= finishBytes(JSON.stringify(openapiDocument(specs, origin)), {
        contentType: 'application/json; charset=utf-8',
        cacheControl: 'public, max-age=60',
      })
      return sendFinished(request, reply, await body)
    })
  }
}
