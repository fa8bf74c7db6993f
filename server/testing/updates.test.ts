/**
 * Threat 37, widening by omission: every PUT and PATCH of the contract, one field at a time, and nothing else moves
 * (rule R3.5). Generated from the endpoints: one that is added is tested without a line here, or says why not.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { eventFields } from '#contract/events/event-fields.ts'
import { updateOf } from '#contract/api/update.ts'
import { endpoints } from '#server/app.ts'
import { inputSchema, type JsonSchema } from '#server/http/schemas.ts'
import { updateEventFields } from '#server/modules/events/store.ts'
import { createTestApp, type TestApp } from './app.ts'
import { differences, watchDatabase, type DatabaseWatch } from './database-diff.ts'
import type { GivenUser } from './given.ts'
import { fieldsOf, injection, nameOf, requestFor, valueFor } from './requests.ts'
import { listOf, recordOf, type TargetObjects } from './samples.ts'
import { givenTenant, nowhere, type Tenant } from './tenant.ts'

const specs: readonly EndpointSpec[] = endpoints.map(({ spec }) => spec)
const changes = specs.filter(({ method }) => method === 'PUT' || method === 'PATCH')
const ACTS = listOf('acts')
const MOVES_NOTHING = listOf('movesNothing')
const COLUMNS = recordOf('columns')
/** Counts and records of the call itself. */
const BESIDES = ['audit_rows', 'idempotency_keys', 'sessions', 'limits_taken']
const VERSION = 'events.version'

function columnsOf(field: string): readonly string[] {
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return COLUMNS[field] ?? listOf('updates').map((table) => `${table}.${column}`)
}

function defaultsIn(node: unknown, at: string): string[] {
  if (node === null || typeof node !== 'object') return []
  const own = 'default' in node && !('properties' in node && at.endsWith('.properties')) ? [at] : []
  return [...own, ...Object.entries(node).flatMap(([name, inner]) => defaultsIn(inner, `${at}.${name}`))]
}

describe('the contract', () => {
  test('threat 37: no body of a PUT or PATCH has a default, and only acts demand a field', () => {
    const bodies = changes.map((spec) => [nameOf(spec), spec.body ? inputSchema(spec.body) : {}] as const)
    expect(bodies.flatMap(([name, schema]) => defaultsIn(schema, name))).toEqual([])
    const demanding = bodies.filter(([, schema]) => ((schema['required'] ?? []) as unknown[]).length > 0)
    expect(demanding.map(([name]) => name).sort()).toEqual(ACTS.toSorted())
  })

  test('a body that was made for creation would be seen', () => {
    expect(defaultsIn(inputSchema(eventFields), 'x')).not.toEqual([])
    expect(
      defaultsIn(inputSchema(z.object({ a: z.array(z.object({ b: z._default(z.boolean(), true) })) })), 'x'),
    ).toHaveLength(1)
    expect(defaultsIn(inputSchema(updateOf(eventFields)), 'x')).toEqual([])
  })
})

interface Case {
  readonly field: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Each field with each value that says something else of it; those of a list's items by the item's id. */
function casesOf(spec: EndpointSpec, of: TargetObjects): Case[] {
  return Object.entries(fieldsOf(spec.body)).flatMap(([field, node]): Case[] => {
    const item = (node['items'] ?? {}) as JsonSchema // JSON Schema's own shape
    if (item.properties?.['id']) {
      const { id: _, ...inner } = item.properties
      return Object.entries(inner).flatMap(([name, of_]) =>
        valuesFor(name, of_, of).map((value) => ({
          field: name,
          body: { [field]: [{ id: of.ticketType, [name]: value }] },
        })),
      )
    }
    if (field === 'removed') return [{ field, body: { removed: [of.ticketType] } }]
    return field === 'version' ? [] : valuesFor(field, node, of).map((value) => ({ field, body: { [field]: value } }))
  })
}

function valuesFor(name: string, node: JsonSchema, of: TargetObjects): unknown[] {
  const options = [node, ...(node.anyOf ?? [])]
  const takes = (type: string) => options.some((option) => option.type === type)
  const choices = options.flatMap((option) => (Array.isArray(option['enum']) ? (option['enum'] as unknown[]) : []))
  const values = takes('boolean') ? [true, false] : choices.length > 0 ? choices : [valueFor(name, node, of)]
  const [value] = values
  const others = typeof value === 'number' ? [value + 1] : []
  return [...values, ...others, ...(takes('null') ? [null] : [])]
}

let server: TestApp
let watch: DatabaseWatch
beforeAll(async () => {
  server = await createTestApp()
  watch = await watchDatabase(server.database)
})
afterAll(async () => {
  await watch.close()
  await server.close()
})

/** Whether it is for the platform's own people alone. */
const isGods = ({ access }: EndpointSpec) =>
  typeof access === 'object' &&
  Array.isArray(access.roles) &&
  access.roles.every((role) => role === 'godAdmin' || role === 'COMERCIAL')

/** An id as images have them. */
const digest = () => randomBytes(32).toString('hex')

/** A person who may make the change; every property of their objects differs from its default. */
async function arrive(spec: EndpointSpec): Promise<{ tenant: Tenant; person: GivenUser }> {
  const tenant = await givenTenant(server)
  const isOpen = nameOf(spec).endsWith('/profile/complete')
  const person = isOpen
    ? await server.given.user({ phone: null, birthDate: null })
    : await server.given.user({
        memberOf: { id: tenant.objects.company },
        birthDate: '1988-02-29',
        isGodAdmin: isGods(spec),
      })
  const { event, ticketType } = tenant.objects
  await server.app.db
    .updateTable('events')
    .set({
      is_private: true,
      minimum_age: 21,
      forbids_minors: true,
      admission_conditions: 'Con DNI',
      order_limit: 3,
      person_limit: 7,
      hold_minutes: 30,
      accepts_cash: true,
      allows_transfers: false,
      courtesy_limit: 5,
      lat: -32.9,
      lng: -60.6,
      price_from_cents: null,
    })
    .where('id', '=', event)
    .execute()
  await server.app.db
    .updateTable('ticket_types')
    .set({
      visibility: 'hidden',
      description: 'Con barra',
      per_person_limit: 2,
      sale_starts_at: '2026-01-01T00:00:00Z',
      sale_ends_at: '2036-01-01T00:00:00Z',
      valid_until: '2036-01-02T00:00:00Z',
    })
    .where('id', '=', ticketType)
    .execute()
  const [logo, cover] = [digest(), digest()]
  const images = [logo, cover].map((id) => ({ id, width: 1, height: 1 }))
  await server.app.db.insertInto('images').values(images).execute()
  await server.app.db
    .updateTable('companies')
    .set({ image_id: logo, cover_id: cover })
    .where('id', '=', tenant.objects.company)
    .execute()
  await server.app.db
    .updateTable('users')
    .set({ gender: 'Female', is_private_profile: true })
    .where('id', '=', person.id)
    .execute()
  return { tenant, person }
}

/** Sends a body and gives what moved in the database. */
async function moved(
  spec: EndpointSpec,
  body: Readonly<Record<string, unknown>>,
  { tenant, person }: Awaited<ReturnType<typeof arrive>>,
) {
  await watch.changes()
  const request = { ...requestFor(spec, tenant.objects, tenant.owner), body }
  const { statusCode, body: answer } = await server.fastify.inject(injection(spec, request, { token: person.token }))
  const moved = differences(await watch.changes(), BESIDES).filter((each) => each !== VERSION)
  return { moved, statusCode, answer }
}

const named = changes.map((spec) => [nameOf(spec), spec] as const)

test.each(named.filter(([name]) => ACTS.includes(name)))(
  'threat 37: %s without one of the fields that it needs moves nothing',
  async (_name, spec) => {
    const at = await arrive(spec)
    const whole = requestFor(spec, at.tenant.objects, at.tenant.owner).body ?? {}
    const required = (spec.body ? (inputSchema(spec.body)['required'] ?? []) : []) as readonly string[] // JSON Schema's own shape
    for (const field of required) {
      const { [field]: _, ...rest } = whole
      expect(await moved(spec, rest, at)).toMatchObject({ moved: [], statusCode: 400 })
    }
  },
)

describe.each(named.filter(([name]) => !ACTS.includes(name)))('threat 37: %s', (name, spec) => {
  const always = recordOf('movesAlways')[name] ?? []

  test('an empty body moves nothing', async () => {
    expect((await moved(spec, {}, await arrive(spec))).moved).toEqual(always)
  })

  const fields = new Set(casesOf(spec, nowhere()).map(({ field }) => field))
  test.each([...fields])('%s alone moves, and nothing else', async (field) => {
    let isMoved = MOVES_NOTHING.includes(`${name} ${field}`)
    const values = casesOf(spec, nowhere()).filter((each) => each.field === field).length
    for (let nth = 0; nth < values; nth += 1) {
      const at = await arrive(spec)
      const { body } = casesOf(spec, at.tenant.objects).filter((each) => each.field === field)[nth] ?? { body: {} }
      const { moved: all, statusCode, answer } = await moved(spec, body, at)
      const allowed = [...columnsOf(field), ...always]
      expect([body, all.filter((column) => !allowed.includes(column))]).toEqual([body, []])
      expect(statusCode, answer).toBeLessThan(500)
      isMoved ||= columnsOf(field).some((column) => all.includes(column))
    }
    expect(isMoved).toBe(true)
  })
})

test('written by the creation’s fields, as a body with defaults would, a private event opens', async () => {
  const { tenant } = await arrive(changes[0] as EndpointSpec) // the contract has some
  await watch.changes()
  const fields = eventFields.parse({ name: 'Otra' })
  await updateEventFields(server.app, tenant.objects.event, { fields, schedule: {}, flyerId: null })
  expect(differences(await watch.changes(), BESIDES)).toEqual(
    expect.arrayContaining(['events.is_private', 'events.forbids_minors', 'events.order_limit', 'events.name']),
  )
})

test('the comparison sees a column, a new row and one that is gone', async () => {
  const { tenant } = await arrive(changes[0] as EndpointSpec) // the contract has some
  await watch.changes()
  await server.app.db.updateTable('events').set({ is_private: false }).where('id', '=', tenant.objects.event).execute()
  await server.app.db.deleteFrom('data_exports').where('id', '=', tenant.objects.dataExport).execute()
  await server.given.company({ collectorId: null })
  expect(differences(await watch.changes(), BESIDES)).toEqual([
    '+companies',
    '+company_slugs',
    '-data_exports',
    'events.is_private',
  ])
})
