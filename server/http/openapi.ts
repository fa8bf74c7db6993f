/** The OpenAPI 3.1 document, derived from the endpoints that are bound: it cannot say anything that the server does not do. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { brand } from '#contract/brand.ts'
import { failuresOf, type EndpointSpec } from '#contract/endpoint.ts'
import { failures } from '#contract/failures.ts'
import type { FileRule } from '#contract/files.ts'
import type { Bound } from './bound.ts'
import { finishBytes, sendFinished, type FinishedBytes } from './finished-bytes.ts'
import type { JsonSchema } from './schemas.ts'

const SECTIONS: Readonly<Record<string, string>> = {
  login: 'Cuentas',
  logout: 'Cuentas',
  user: 'Cuentas',
  company: 'Organizaciones',
  event: 'Eventos',
  ticket: 'Entradas',
  orders: 'Compras',
  pagar: 'Compras',
  webhook: 'Pagos',
}

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
      title: `API de ${brand.name}`,
      version: '1',
      description:
        'Los importes que se llaman `price`, `amount` o `fee` son pesos; los que terminan en `Cents`, centavos. ' +
        'Los instantes son ISO 8601 con zona. Todo error responde `{ code, message, details? }`.',
      contact: { email: brand.supportMail },
    },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'El `token` que devuelve el ingreso; dura dos horas.' },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(failures) },
            message: { type: 'string', description: 'En castellano, apto para mostrar' },
            details: { description: 'Por ejemplo los campos con errores: [{ path, message }]' },
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
  return SECTIONS[segment] ?? segment.charAt(0).toUpperCase() + segment.slice(1)
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
  const who = roles === 'public' ? 'cualquiera' : roles === 'signedIn' ? 'quien haya ingresado' : roles.join(', ')
  const lines = [`**Puede llamarla:** ${who}.`]
  if (typeof spec.access === 'object' && spec.access.object) {
    lines.push(
      `**Sobre:** lo que admite la regla \`${spec.access.object.rule}\`; lo ajeno responde igual que lo inexistente.`,
    )
  }
  if (spec.stepUp) lines.push('**Pide** haber confirmado la contraseña en los últimos 15 minutos.')
  if (spec.rate)
    lines.push(`**Límite:** ${spec.rate.limit} cada ${spec.rate.seconds} s por ${RATE_SUBJECTS[spec.rate.per]}.`)
  if (spec.idempotent)
    lines.push('**Admite `Idempotency-Key`:** la misma clave con el mismo pedido da la misma respuesta.')
  if (spec.cache) lines.push(`**Puede tener** hasta ${spec.cache.seconds} s de antigüedad.`)
  if (spec.whileImpersonating === 'blocked') lines.push('**No se puede** en una sesión de soporte.')
  return lines.join('\n\n')
}
const RATE_SUBJECTS = { device: 'dispositivo', account: 'cuenta', target: 'destino', address: 'dirección' } as const

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
  const megabytes = rule.maxBytes / 1024 / 1024
  return { type: 'string', format: 'binary', description: `${rule.types.join(', ')}; hasta ${megabytes} MB` }
}

function success(spec: EndpointSpec): Record<string, object> {
  if (spec.response === 'empty') return { 204: { description: 'Hecho' } }
  if (spec.response === 'redirect') return { 303: { description: 'Lleva a otra dirección (Location)' } }
  if (spec.response === 'bytes') {
    return {
      200: {
        description: 'El archivo',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }
  }
  const schema = outputOf(spec.response)
  return { [spec.status ?? 200]: { description: 'Bien', content: { 'application/json': { schema } } } }
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
