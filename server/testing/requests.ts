/**
 * Requests made from the contract alone: every field that an endpoint takes, ids by what they declare to name, the rest
 * by its name and kind. So whatever is added to the contract is attacked like the rest, without a line of its own.
 */
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import type { ObjectKind } from '#contract/api/ids.ts'
import { inputSchema, type JsonSchema } from '#server/http/schemas.ts'
import { someAddress } from './app.ts'
import { samples, type TargetObjects } from './samples.ts'

type Schema = NonNullable<EndpointSpec['body']>

export interface SampleRequest {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>> | undefined
}

export const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

/** Names of the text that a field holds, first match first; the rest is prose. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/birth/i, '1995-04-12'],
  [/date|^from$|^to$/i, '2035-05-05'],
  [/time/i, '22:00'],
  [/phone/i, '+5493515550000'],
  [/mail/i, 'nadie@previa.example'],
  [/token|idToken/i, 'un-token-que-no-existe'],
  [/password/i, 'una-clave-larga'],
  [/code/i, '000000'],
  [/slug/i, 'una-direccion'],
  [/^(instagram|facebook|tiktok|x)$/, 'club.central'],
  [/website/i, 'clubcentral.com.ar'],
]

function textFor(name: string, node: JsonSchema): string {
  if (node['format'] === 'uuid') throw new Error(`${name} is an id: its schema must say of what, with idOf`)
  if (node['format'] === 'date-time') return '2035-05-05T22:00:00-03:00'
  const known = TEXTS.find(([pattern]) => pattern.test(name))?.[1]
  if (known) return known.padEnd(Number(node['minLength'] ?? 0), '0')
  return 'Texto de prueba'.padEnd(Number(node['minLength'] ?? 0), 'o').slice(0, Number(node['maxLength'] ?? 200))
}

/** A value that `node` takes. */
export function valueFor(name: string, node: JsonSchema, of: TargetObjects): unknown {
  if (node.names) return of[node.names]
  const [option] = (node.anyOf ?? node.allOf ?? []).filter(({ type }) => type !== 'null')
  if (option) return valueFor(name, option, of)
  if ('const' in node) return node['const']
  if (Array.isArray(node['enum'])) return node['enum'][0]
  const type = Array.isArray(node.type) ? node.type.find((each) => each !== 'null') : node.type
  if (type === 'integer' || type === 'number')
    return Math.max(Number(node['multipleOf'] ?? 1), Number(node['minimum'] ?? 1))
  if (type === 'boolean') return false
  if (type === 'array') return [valueFor(name, (node['items'] ?? {}) as JsonSchema, of)] // JSON Schema's own shape
  return type === 'object' ? fieldsFor(node, of, 'all') : textFor(name, node)
}

function fieldsFor(schema: JsonSchema, of: TargetObjects, which: 'required' | 'all'): Record<string, unknown> {
  const required = (schema['required'] ?? []) as readonly string[] // JSON Schema's own shape
  const names = Object.keys(schema.properties ?? {}).filter((name) => which === 'all' || required.includes(name))
  return Object.fromEntries(names.map((name) => [name, valueFor(name, schema.properties?.[name] ?? {}, of)]))
}

/** The fields that a schema names. */
export function fieldsOf(schema: Schema | undefined): Readonly<Record<string, JsonSchema>> {
  return schema ? (inputSchema(schema).properties ?? {}) : {}
}

/** The ids among an endpoint's own fields, those inside of lists apart, each with what it names. */
export function idsOf(spec: EndpointSpec): { part: 'params' | 'query' | 'body'; field: string; names: ObjectKind }[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(fieldsOf(spec[part])).flatMap(([field, node]) => {
      const names = namedBy(node)
      return names ? [{ part, field, names }] : []
    }),
  )
}

function namedBy({ names, anyOf = [], allOf = [] }: JsonSchema): ObjectKind | undefined {
  return names ?? [...anyOf, ...allOf].map(namedBy).find((each) => each !== undefined)
}

/** What to send for these objects: the fields that are required, and what its module says better. */
export function requestFor(spec: EndpointSpec, of: TargetObjects, person: { readonly phone: string }): SampleRequest {
  const known = samples.map(({ requests }) => requests?.(of, person)[nameOf(spec)])
  const sample = known.find((each) => each !== undefined) ?? {}
  const ofSchema = (schema: Schema | undefined) => (schema ? fieldsFor(inputSchema(schema), of, 'required') : {})
  const params = ofSchema(spec.params)
  const body = { ...ofSchema(spec.body), ...(sample.body as Record<string, unknown> | undefined) } // samples are objects
  return {
    path: spec.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name]))),
    query: { ...ofSchema(spec.query), ...sample.query },
    body: spec.body && spec.method !== 'GET' ? body : undefined,
  }
}

/** As the framework's `inject` takes it; from an address and a device of its own each time. */
export function injection(
  spec: EndpointSpec,
  { path, query, body }: SampleRequest,
  { token, headers = {} }: { readonly token?: string | undefined; readonly headers?: Record<string, string> } = {},
) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const address = someAddress()
  return {
    method: spec.method,
    url: search.size > 0 ? `${path}?${search}` : path,
    remoteAddress: address,
    headers: {
      'x-device-id': `aparato-${address.replaceAll('.', '-')}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  }
}
