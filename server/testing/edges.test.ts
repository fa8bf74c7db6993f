/**
 * Days, hours and figures at the edges of what their fields take, just outside, and where no column could hold them, in every
 * field of every endpoint, those inside of lists too (threat 9): each is taken or refused, and none is a defect of ours.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { endpoints } from '#server/app.ts'
import type { JsonSchema } from '#server/http/schemas.ts'
import { createTestApp, type TestApp } from './app.ts'
import { fieldsOf, injection, nameOf, requestFor, valueFor, type SampleRequest } from './requests.ts'
import { givenActor, givenTenant, ROLES_OF, type Tenant } from './tenant.ts'

type Part = 'params' | 'query' | 'body'
interface Place {
  readonly part: Part
  /** From the part's own field inwards; a list is entered by its first item. */
  readonly path: readonly [string, ...(string | number)[]]
  readonly values: readonly unknown[]
}

const OUTSIDE = ['0000-01-01', '0001-01-01', '1899-12-30', '2200-01-02', '9999-12-31']
const YEARS_ENDS = [...OUTSIDE, '1899-12-31', '1900-01-01', '2199-12-31', '2200-01-01']
const DAYS = [...YEARS_ENDS, '2035-02-29', '+010000-01-01']
const INSTANTS = [
  ...YEARS_ENDS.flatMap((day) =>
    ['00:00:00Z', '00:00:00+14:00', '23:59:59.999-03:00', '23:59:59-14:00'].map((at) => `${day}T${at}`),
  ),
  '2035-05-05T22:00:00+23:59',
  '2035-05-05T22:00:00-23:59',
  '2035-05-05T22:00:00.12345678901234567890Z',
  '2035-05-05T22:00Z',
]
const HOURS = ['00:00', '23:59', '24:00']
const FIGURES = [-1, 0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 99_999_999_999, Number.MAX_SAFE_INTEGER, 2 ** 63, 1e308]

function valuesOf(node: JsonSchema): readonly unknown[] {
  if (node['format'] === 'date') return DAYS
  if (node['format'] === 'date-time') return INSTANTS
  if (node.type === 'string' && String(node['pattern']).includes(':[0-5]')) return HOURS
  if (node.type !== 'integer' && node.type !== 'number') return []
  const ends = [node['minimum'], node['maximum']].filter((end) => typeof end === 'number')
  return [...new Set([...ends.flatMap((end) => [end - 1, end, end + 1]), ...FIGURES])]
}

function placesIn(part: Part, path: Place['path'], node: JsonSchema): Place[] {
  const values = valuesOf(node)
  if (values.length > 0) return [{ part, path, values }]
  const options = [...(node.anyOf ?? []), ...(node.allOf ?? [])]
  const items = node['items'] as JsonSchema | undefined // JSON Schema's own shape
  return [
    ...options.flatMap((option) => placesIn(part, path, option)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => placesIn(part, [...path, name], inner)),
    ...(items ? placesIn(part, [...path, 0], items) : []),
  ]
}

const placesOf = (spec: EndpointSpec) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(fieldsOf(spec[part])).flatMap(([name, node]) => placesIn(part, [name], node)),
  )

/** `whole` with `value` at `path`. */
function put(whole: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') return [put(Array.isArray(whole) ? whole[0] : undefined, rest, value)]
  const fields = (whole ?? {}) as Record<string, unknown> // the path goes as the schema does
  return { ...fields, [step]: put(fields[step], rest, value) }
}

let server: TestApp
let own: Tenant
beforeAll(async () => {
  server = await createTestApp()
  own = await givenTenant(server)
})
afterAll(() => server.close())

async function tokenFor({ access }: EndpointSpec): Promise<string> {
  const roles = typeof access === 'string' ? access : access.roles
  const order = ['organizer', 'scanner', 'promoter', 'commercial', 'client', 'god', 'admin', 'legal'] as const
  const name = order.find((each) => typeof roles === 'string' || roles.some((role) => ROLES_OF[each].includes(role)))
  return (await givenActor(server, name ?? 'god', own.objects)).token
}

function requestWith(spec: EndpointSpec, { part, path }: Place, value: unknown): SampleRequest {
  const request = requestFor(spec, own.objects, own.owner)
  if (part === 'params')
    return { ...request, path: spec.path.replaceAll(/\{\w+\}/g, encodeURIComponent(String(value))) }
  const schema = fieldsOf(spec[part])[path[0]] ?? {}
  const around = path.length === 1 ? undefined : (request[part]?.[path[0]] ?? valueFor(path[0], schema, own.objects))
  return { ...request, [part]: put({ ...request[part], [path[0]]: around }, path, value) }
}

const dated = endpoints.map(({ spec }) => spec).filter((spec) => placesOf(spec).length > 0)

describe.each(dated.map((spec) => [nameOf(spec), spec] as const))('threat 9: %s', (_name, spec) => {
  test('answers every edge of its days, hours and figures', async () => {
    const wrong: string[] = []
    for (const place of placesOf(spec)) {
      const token = await tokenFor(spec) // of its own, so that no field is behind another's limit
      for (const value of place.values) {
        const attempt = requestWith(spec, place, value)
        const { statusCode, body } = await server.fastify.inject(injection(spec, attempt, { token }))
        const isTaken = statusCode < 300 && OUTSIDE.some((day) => String(value).startsWith(day))
        const isOurs = statusCode >= 500 && !/"code":"(whatsapp_off|timeout|busy)"/.test(body)
        if (isOurs || isTaken)
          wrong.push(`${place.path.join('.')} = ${String(value)}: ${statusCode} ${body.slice(0, 120)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('the fields that a day, an hour or a figure inside of a list may stand in are found', () => {
  const found = dated.flatMap((spec) =>
    placesOf(spec).map(({ part, path }) => `${nameOf(spec)} ${part} ${path.join('.')}`),
  )
  expect(found).toEqual(
    expect.arrayContaining([
      'GET /api/v1/event/preview query to',
      'GET /api/v1/event/preview query page',
      'POST /api/v1/event body dateEvent',
      'POST /api/v1/event body startTime',
      'POST /api/v1/event body ticketTypes.0.price',
      'PUT /api/v1/event/{id}/tickets body ticketTypes.0.validUntil',
    ]),
  )
})
