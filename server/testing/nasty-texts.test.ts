/**
 * Threat 36: forty texts in every line that the contract takes, and then through all that is made of them: the database,
 * mails, WhatsApp, PDF, calendar, the copy of one's data.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import { getProfile } from '#contract/accounts/accounts.ts'
import { updateProfile } from '#contract/accounts/accounts-profile.ts'
import { getOrderReceipt } from '#contract/sales/receipts.ts'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { createEvent, getManagedEvent } from '#contract/events/events-managed.ts'
import { requestExport } from '#contract/accounts/privacy.ts'
import { asLine, asParagraph, line, opaque, paragraph, textKindOf } from '#contract/values/text.ts'
import { getTicketCalendar, getTicketPdf } from '#contract/sales/tickets.ts'
import { endpoints } from '#server/app.ts'
import { inTransaction } from '#server/context.ts'
import { inputSchema } from '#server/http/schemas.ts'
import { queueTicketDeliveries } from '#server/modules/notifications/queue-ticket-deliveries.ts'
import { createTestApp, type TestApp } from './app.ts'
import { watchDatabase, type DatabaseWatch } from './database-diff.ts'
import type { GivenUser } from './given.ts'
import { NASTY_TEXTS } from './nasty-texts.ts'
import { injection, nameOf, requestFor } from './requests.ts'
import { givenActor, givenBelongings, givenTenant, ROLES_OF, type Tenant } from './tenant.ts'
import { textFieldsOf, type TextField } from './text-fields.ts'

let server: TestApp
let tenant: Tenant
let watch: DatabaseWatch
beforeAll(async () => {
  server = await createTestApp()
  watch = await watchDatabase(server.database)
  tenant = await givenTenant(server)
})
afterAll(async () => {
  await watch.close()
  await server.close()
})

const specs: readonly EndpointSpec[] = endpoints.map(({ spec }) => spec)
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u2028\u2029\uFEFF\uFFF9-\uFFFC]/u

/** Whether more is asked of it than a length: a format or a pattern. */
function hasShape(schema: TextField['schema']): boolean {
  const { format, pattern, allOf } = inputSchema(schema)
  return format !== undefined || pattern !== undefined || allOf !== undefined
}

describe('the contract', () => {
  /** What a schema of a fixed shape must refuse anywhere in the text. */
  const marks = ['\0', '\u0007', '\t', '\r', '\n', '\u0085', '\u2028', '\u202e', '\u200b', '\ud800']
  function isShaped({ schema }: TextField): boolean {
    const samples = ['a', '1', '12:30', '000000'].flatMap((text) => marks.flatMap((mark) => [text + mark, mark + text]))
    return hasShape(schema) && samples.every((sample) => !safeParse(schema, sample).success)
  }
  const isRuled = (field: TextField) => textKindOf(field.schema) !== undefined || isShaped(field)

  test('threat 36: every text that people send keeps the one rule, or has a shape that leaves no room', () => {
    const loose = specs.flatMap((spec) =>
      textFieldsOf(spec).flatMap((field) =>
        isRuled(field) ? [] : [`${nameOf(spec)} ${field.part}.${field.path.join('.')}`],
      ),
    )
    expect(loose).toEqual([])
  })

  test('a bare string, wherever it hides, would be seen', () => {
    const bare = (body: z.ZodMiniType) =>
      textFieldsOf({ ...createEvent, body }).filter((field) => field.part === 'body' && !isRuled(field))
    expect(bare(z.object({ a: z.string() }))).toHaveLength(1)
    expect(
      bare(
        z.object({ a: z.optional(z.array(z.object({ b: z.nullable(z.string().check(z.trim(), z.maxLength(9))) }))) }),
      ),
    ).toHaveLength(1)
    expect(bare(z.object({ a: z.union([z.int(), z.string().check(z.regex(/^.*$/))]) }))).toHaveLength(1)
    expect(
      bare(z.object({ a: line({ max: 9 }), b: paragraph({ max: 9 }), c: opaque({ max: 9 }), d: z.uuid() })),
    ).toEqual([])
  })
})

const ACTORS = ['organizer', 'scanner', 'promoter', 'commercial', 'client', 'god', 'admin', 'legal'] as const
function actorFor({ access }: EndpointSpec) {
  const roles = typeof access === 'string' ? access : access.roles
  return (
    ACTORS.find((each) => typeof roles === 'string' || roles.some((role) => ROLES_OF[each].includes(role))) ?? 'god'
  )
}

/** Lines of free words: not those that must also be a phone, a mail, either of them or a code. */
function freeFieldsOf(spec: EndpointSpec): TextField[] {
  return textFieldsOf(spec).filter(
    ({ part, path, schema }) =>
      part !== 'params' &&
      ['line', 'paragraph'].includes(textKindOf(schema) ?? '') &&
      !hasShape(schema) &&
      !/phone|mail|^contact$/i.test(path.at(-1) ?? ''),
  )
}

function put(target: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (name === '*') return (Array.isArray(target) ? target : []).map((item: unknown) => put(item, rest, value))
  const of = (target ?? {}) as Record<string, unknown> // a step of a JSON body
  return { ...of, [name]: put(of[name], rest, value) }
}

describe.each(specs.filter((spec) => freeFieldsOf(spec).length > 0).map((spec) => [nameOf(spec), spec] as const))(
  'threat 36: %s',
  (_name, spec) => {
    test('takes each of forty-eight texts in every line, and keeps nothing unseen', async () => {
      const wrong: string[] = []
      for (const text of NASTY_TEXTS) {
        const { token } = await givenActor(server, actorFor(spec), tenant.objects)
        const request = requestFor(spec, tenant.objects, tenant.owner)
        const filled = { query: request.query as unknown, body: request.body as unknown }
        for (const { part, path } of freeFieldsOf(spec)) {
          if (part !== 'params') filled[part] = put(filled[part], path, `Con ${text}`)
        }
        const sent = {
          ...request,
          query: filled.query as typeof request.query,
          body: filled.body as typeof request.body,
        }
        const { statusCode, body } = await server.fastify.inject(injection(spec, sent, { token }))
        // `gender` and a referral code are looked up, not kept: 30 and 40 letters are enough for them.
        const isTooLong = body.includes('Usá como máximo')
        const isRefused = statusCode === 400 && body.includes('"invalid_') && !isTooLong
        if (statusCode >= 500 || isRefused) wrong.push(`${statusCode} ${body} ← ${JSON.stringify(text)}`)
      }
      expect(wrong).toEqual([])
      expect(await unseenInDatabase()).toEqual([])
    })
  },
)

/** Every text stored since the last look, those inside JSON too, that holds invisible characters. Line ends count as visible. */
async function unseenInDatabase(): Promise<string[]> {
  const { written } = await watch.changes()
  // Mails as they left are looked at below.
  return written.flatMap(({ table, row }) => (table === 'dev_inbox' ? [] : unseenIn(row, table)))
}

function unseenIn(value: unknown, at: string): string[] {
  if (typeof value === 'string')
    return UNSEEN.test(value.replaceAll('\n', '')) ? [`${at}: ${JSON.stringify(value)}`] : []
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => unseenIn(inner, `${at}.${name}`))
}

describe('what is made of them', () => {
  const bodyOf = (text: string) => ({
    name: `Con ${text}`.slice(0, 80).toWellFormed(),
    description: `Uno ${text}\n\ndos`,
    venueName: `Sala ${text}`,
    adress: `Calle ${text} 123`,
    city: `Rosario ${text}`,
    province: 'Santa Fe',
    admissionConditions: text,
    dateEvent: '2035-05-05',
    startTime: '22:00',
    categoryId: 1,
    ticketTypes: [{ name: `Campo ${text}`.slice(0, 60), description: text, price: 0, capacity: 10 }],
  })

  async function eventWith(text: string, owner: GivenUser) {
    const event = await server.call(createEvent, { body: bodyOf(text), files: {} }, { as: owner })
    const type = { id: event.ticketTypes[0]?.id ?? '', eventId: event.id }
    const holder = await server.given.user()
    const { phone } = holder
    await server.call(updateProfile, { body: { name: `Ana ${text}`, phone } }, { as: holder })
    const ticket = await server.given.ticket({ type, holder })
    await inTransaction(server.app, (app) => queueTicketDeliveries(app, [[{ ticketId: ticket.id, epoch: 1 }]]))
    return { event, type, holder, ticket }
  }

  // By eight, so that each stays well within its time on a machine that does other things too.
  const eights = Array.from({ length: NASTY_TEXTS.length / 8 }, (_, nth) => NASTY_TEXTS.slice(nth * 8, nth * 8 + 8))
  test.each(eights)(
    'threat 36: %j and its like are kept by the rule, mailed, printed, put in a calendar and exported',
    async (...texts) => {
      const company = { id: tenant.objects.company }
      await sql`delete from deliveries`.execute(server.app.db)
      const made = []
      for (const text of texts) {
        // A company's organizer each, so that no limit of an account is met.
        const owner = await server.given.user({ memberOf: company })
        made.push({ text, owner, ...(await eventWith(text, owner)) })
      }
      for (const { text, owner, event, holder } of made) {
        const kept = await server.call(getManagedEvent, { params: { id: event.id } }, { as: owner })
        expect(kept.description).toBe(asParagraph(`Uno ${text}\n\ndos`))
        expect(kept.Location.name).toBe(asLine(`Sala ${text}`))
        expect((await server.call(getProfile, undefined, { as: holder })).name).toBe(asLine(`Ana ${text}`))
      }

      await server.app.queue.runJob(server.app, 'notifications.deliver')
      const deliveries = await server.app.db
        .selectFrom('deliveries')
        .select(['channel', 'state', 'last_error'])
        .execute()
      expect(deliveries.filter(({ state }) => state !== 'sent')).toEqual([])
      expect(deliveries).toHaveLength(made.length * 2)
      for (const mail of await server.app.db.selectFrom('dev_inbox').selectAll().execute()) {
        expect(unseenIn(mail, mail.channel)).toEqual([])
        expect(mail.subject).not.toContain('\n')
        expect(mail.html ?? '').not.toMatch(/<script|<b>/)
      }

      for (const { text, type, holder, ticket } of made) {
        const input = { params: { id: ticket.id }, query: {} }
        const pdf = await server.call(getTicketPdf, input, { as: holder })
        expect([text, await pdf.slice(0, 5).text()]).toEqual([text, '%PDF-'])
        const calendar = await (await server.call(getTicketCalendar, input, { as: holder })).text()
        expect(calendar.split('\r\n').filter((each) => !/^( |[A-Z-]+[:;]|$)/.test(each))).toEqual([])
        expect(calendar.split('\r\n').filter((each) => each === 'BEGIN:VALARM')).toHaveLength(1)
        expect(unseenIn(calendar.replaceAll('\r\n', ''), 'calendar')).toEqual([])
        const at = { event: type.eventId, ticketType: type.id, company: tenant.objects.company }
        const { order } = await givenBelongings(server, at, holder)
        const receipt = await server.call(getOrderReceipt, { params: { publicId: order } }, { as: holder })
        expect([text, await receipt.slice(0, 5).text()]).toEqual([text, '%PDF-'])
        await server.call(requestExport, undefined, { as: holder })
      }
      await server.drain()
      const exports = await server.app.db
        .selectFrom('data_exports')
        .select('state')
        .where('state', '<>', 'ready')
        .execute()
      expect(exports).toEqual([])
      expect(await unseenInDatabase()).toEqual([])
    },
  )
})
