/**
 * Values that no form sends, in every field of every endpoint (threats 9 and 14): each is taken or refused with a reason,
 * never with a defect of ours, and a refusal says nothing of what is inside.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { endpoints } from '#server/app.ts'
import { inputSchema, type JsonSchema } from '#server/http/schemas.ts'
import { createTestApp, type TestApp } from './app.ts'
import { fieldsOf, injection, nameOf, requestFor } from './requests.ts'
import { listOf } from './samples.ts'
import { givenActor, givenTenant, ROLES_OF, type Tenant } from './tenant.ts'

const MAX_INT = 2_147_483_647
/** Larger ones never reach a column. */
const COMPARED_ONLY = listOf('comparedOnly')

const HOSTILE: readonly unknown[] = [
  'a\u0000b, larga como para todo',
  '\ud800 sola, larga como para todo',
  'x'.repeat(20_000),
  "'; drop table users; -- y más",
  '%_\\',
  '../../../../etc/passwd',
  '1e3',
  '٣٣٣',
  '\u202e\u2066\u0007 al revés, y más texto',
  -1,
  0,
  0.5,
  1e308,
  MAX_INT + 1,
  -MAX_INT - 2,
  2 ** 53,
  true,
  null,
  [],
  ['a', 'a'],
  {},
  { $ne: null, toString: 1 },
]
const INSIDE =
  /\bat .*\.(ts|js):\d+|node_modules|select .* from|insert into|pg_|zod|fastify|syntax error|violates|stack/i

let server: TestApp
let own: Tenant
beforeAll(async () => {
  server = await createTestApp()
  own = await givenTenant(server)
})
afterAll(() => server.close())

const specs = endpoints.map(({ spec }) => spec)

async function tokenFor({ access }: EndpointSpec): Promise<string> {
  const roles = typeof access === 'string' ? access : access.roles
  const order = ['organizer', 'scanner', 'promoter', 'commercial', 'client', 'god', 'admin', 'legal'] as const
  const name = order.find((each) => typeof roles === 'string' || roles.some((role) => ROLES_OF[each].includes(role)))
  return (await givenActor(server, name ?? 'god', own.objects)).token
}

describe.each(specs.map((spec) => [nameOf(spec), spec] as const))('threat 9: %s', (_name, spec) => {
  test('answers whatever is in its fields', async () => {
    const token = await tokenFor(spec)
    const request = requestFor(spec, own.objects, own.owner)
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    const attempts = HOSTILE.flatMap((value) => [
      ...Object.keys(fieldsOf(spec.body)).map((name) => ({ ...request, body: { ...request.body, [name]: value } })),
      ...Object.keys(fieldsOf(spec.query)).map((name) => ({
        ...request,
        query: { ...request.query, [name]: text(value) },
      })),
      ...(spec.path.includes('{')
        ? [{ ...request, path: spec.path.replaceAll(/\{\w+\}/g, encodeURIComponent(well(text(value))).slice(0, 4000)) }]
        : []),
    ])
    const wrong: string[] = []
    for (const attempt of attempts) {
      const { statusCode, body, headers } = await server.fastify.inject(injection(spec, attempt, { token }))
      const isDefect = statusCode >= 500 && !/"code":"(whatsapp_off|timeout|busy|internal_server_error)"/.test(body)
      const isText = /json|text/.test(String(headers['content-type']))
      if (isDefect || statusCode === 500 || (statusCode >= 400 && isText && INSIDE.test(body))) {
        wrong.push(`${statusCode} ${body.slice(0, 200)} ← ${JSON.stringify(attempt).slice(0, 300)}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

/** Addresses carry well-formed text alone. */
function well(text: string): string {
  return text.toWellFormed()
}

function unbounded(node: JsonSchema, at: string): string[] {
  const isNumber = node.type === 'integer' || node.type === 'number'
  const isText = node.type === 'string' && !node['enum'] && !('const' in node)
  const own = [
    ...(isNumber && !(Number(node['maximum']) <= MAX_INT) ? [`${at} has no largest value`] : []),
    ...(isText && !node['format'] && !node['pattern'] && node['maxLength'] === undefined ? [`${at} is endless`] : []),
  ]
  const inner = Object.entries(node).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' ? unbounded(value as JsonSchema, `${at}.${name}`) : [],
  )
  return [...own, ...inner]
}

test('threat 9: every figure and every text that people send has an end', () => {
  const open = specs
    .filter((spec) => !spec.path.includes('/webhook/')) // as their vendors define them
    .flatMap((spec) =>
      [spec.params, spec.query, spec.body].flatMap((schema) =>
        schema ? unbounded(inputSchema(schema), nameOf(spec)) : [],
      ),
    )
  expect(open.filter((each) => !COMPARED_ONLY.some((name) => each.includes(`.${name} `)))).toEqual([])
})
