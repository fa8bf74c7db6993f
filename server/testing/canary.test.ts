/**
 * What belongs to one company does not reach people of another (invariants A2 and S8, threats 3 and 21): a company is filled with
 * words and figures that stand nowhere else, and every read, with every filter, sort, page and search, is asked as everybody
 * of another company and anonymously. Administrators, asked the same, do see them: the sweep would notice.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointSpec } from '#contract/api/endpoint.ts'
import { paths } from '#contract/api/paths.ts'
import { endpoints } from '#server/app.ts'
import { newId } from '#server/shared/ids.ts'
import { createTestApp, someAddress, type TestApp } from './app.ts'
import { createBuiltWeb, type BuiltWeb } from './built-web.ts'
import type { GivenUser } from './given.ts'
import { injection, nameOf } from './requests.ts'
import { recordOf, type ActorName } from './samples.ts'
import { admits, sweepRequests, textOf } from './sweep-reads.ts'
import { givenActor, givenBelongings, givenTenant, type Tenant } from './tenant.ts'

const WORD = 'zorzalito'
/** In pesos and in centavos; no fixture has it. */
const FIGURE = 7_654_321
const STRANGERS = ['anonymous', 'client', 'promoter', 'scanner', 'commercial', 'organizer'] as const

let server: TestApp
let web: BuiltWeb
let own: Tenant
let secret: Tenant
/** Ids, numbers and links of the secret company's hidden objects. */
let secrets: readonly string[]
let publicEvent: { id: string; number: number; companyId: string }

beforeAll(async () => {
  server = await createTestApp()
  web = await createBuiltWeb(server)
  own = await givenTenant(server)
  publicEvent = await server.given.event({ name: 'Milonga de todos' })
  await server.given.ticketType({ event: publicEvent })
  secret = await givenTenant(server)
  await mark(secret)
  const { rows } = await sql<{ text: string }>`
    select id::text as text from events where company_id = ${secret.objects.company}
    union select id::text from ticket_types where event_id in (select id from events where company_id = ${secret.objects.company})
    union select number from tickets where event_id in (select id from events where company_id = ${secret.objects.company})
    union select public_id from orders where company_id = ${secret.objects.company}
    union select mail from users where name like ${`%${WORD}%`}
    union select phone from users where name like ${`%${WORD}%`}
    union select cuit from company_fiscal_data where company_id = ${secret.objects.company}`.execute(server.app.db)
  secrets = rows.map(({ text }) => text).filter((text) => text !== null)
})
afterAll(async () => {
  await web.close()
  await server.close()
})

/** Fills every free text and figure of the company's rows, and makes more of them: a draft, a type that is not for sale, a sale. */
async function mark({ objects, sibling, owner }: Tenant): Promise<void> {
  const { db } = server.app
  const draft = await server.given.event({ company: { id: objects.company }, state: 'pending' })
  const paused = await server.given.event({ company: { id: objects.company }, state: 'inactive' })
  for (const event of [draft, paused, { id: objects.event }]) {
    await server.given.ticketType({ event, visibility: 'hidden', priceCents: FIGURE * 100 })
    await server.given.ticketType({ event, visibility: 'courtesy', priceCents: FIGURE * 100 })
  }
  const buyer = await server.given.user()
  await givenBelongings(server, objects, buyer)
  const events = [objects.event, sibling.event, draft.id, paused.id]
  await db
    .insertInto('scans')
    .values({
      id: sql`uuidv7()`,
      event_id: objects.event,
      ticket_id: objects.ticket,
      scanner_id: owner.id,
      result: 'admitted',
      via: 'typed',
      epoch: 1,
    })
    .execute()
  await db
    .updateTable('events')
    .set({
      name: sql`${WORD} || ' noche ' || number`,
      description: `${WORD} describe`,
      venue_name: `${WORD} lugar`,
      address: `${WORD} 123`,
      city: `${WORD} ciudad`,
      province: `${WORD} provincia`,
      admission_conditions: `${WORD} condiciones`,
      courtesy_limit: 7654,
      price_from_cents: FIGURE * 100,
    })
    .where('id', 'in', events)
    .execute()
  await db
    .updateTable('ticket_types')
    .set({ name: sql`${WORD} || ' tipo ' || place`, description: `${WORD} tipo`, price_cents: FIGURE * 100 })
    .where('event_id', 'in', events)
    .execute()
  await db
    .updateTable('tickets')
    .set({ price_cents: FIGURE * 100 })
    .where('event_id', 'in', events)
    .execute()
  await db
    .updateTable('orders')
    .set({ subtotal_cents: FIGURE * 100, total_cents: FIGURE * 100 + 180_000, paid_cents: FIGURE * 100 + 180_000 })
    .where('company_id', '=', objects.company)
    .execute()
  await db
    .updateTable('event_costs')
    .set({ cost_type: `${WORD} costo`, amount_cents: FIGURE * 100 })
    .where('event_id', 'in', events)
    .execute()
  await db
    .insertInto('company_fiscal_data')
    .values({
      id: newId(),
      company_id: objects.company,
      legal_name: `${WORD} S.A.`,
      cuit: '30765432101',
      vat_condition: 'exento',
      address: `${WORD} 456`,
    })
    .execute()
  await sql`
    update users set name = ${WORD} || ' persona', mail = ${WORD} || '-' || substr(id::text, 30) || '@previa.example'
     where id in (select user_id from company_members where company_id = ${objects.company})
        or id in (select user_id from event_staff where event_id = any (${events}::uuid[]))
        or id in (select holder_id from tickets where event_id = any (${events}::uuid[]))`.execute(db)
}

/** Gives what a text contains of the secret company. */
function leaks(text: string): string[] {
  const found = new Set(text.match(new RegExp(`${WORD}[^"<]{0,20}|${FIGURE}`, 'gi')))
  for (const each of secrets) if (text.includes(each)) found.add(each)
  return [...found]
}

const reads = endpoints.map(({ spec }) => spec).filter(({ method }) => method === 'GET')

const wanted = () => ({ texts: [WORD, 'zorz', '%', '___', "' or 1=1 --", 'persona'], phone: secret.owner.phone })

/** The company's name is public, its id with it; its own people may ask by it. */
const everything = () => [secret.objects, own.objects]

async function sweep(spec: EndpointSpec, actor: ActorName, of = everything()) {
  const found: string[] = []
  const statuses = new Set<number>()
  let person: GivenUser | undefined
  const arrive = async () => {
    if (actor !== 'anonymous') person = await givenActor(server, actor, own.objects)
  }
  await arrive()
  for (const objects of of) {
    for (const request of sweepRequests(spec, objects, wanted())) {
      let response = await server.fastify.inject(injection(spec, request, { token: person?.token }))
      if (response.statusCode === 429) {
        await arrive() // a limit of this person's, which another one has not used up
        response = await server.fastify.inject(injection(spec, request, { token: person?.token }))
      }
      statuses.add(response.statusCode)
      const text = `${textOf(response.rawPayload)} ${JSON.stringify(response.headers)}`
      found.push(...leaks(text).map((leak) => `${JSON.stringify(request.query)} ${leak}`))
    }
  }
  return { found, statuses: [...statuses] }
}

const BY_DESIGN = recordOf('reveals')

const open = reads.filter((spec) => STRANGERS.some((actor) => admits(spec, actor)))

describe.each(open.map((spec) => [nameOf(spec), spec] as const))('threat 3: %s', (name, spec) => {
  test.each(STRANGERS.filter((actor) => admits(spec, actor)))('shows %s nothing of another company', async (actor) => {
    const { found, statuses } = await sweep(spec, actor)
    expect(found.filter((leak) => !BY_DESIGN[name]?.test(leak))).toEqual([])
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  })
})

test('the sweep sees what there is to see: a god admin finds every word and the figure', async () => {
  const seen: string[] = []
  // To a god admin one company is as another.
  for (const spec of reads.filter((each) => admits(each, 'god')))
    seen.push(...(await sweep(spec, 'god', [secret.objects])).found)
  const text = seen.join('\n')
  const words = ['noche', 'describe', 'lugar', 'ciudad', 'provincia', 'condiciones', 'tipo', 'persona']
  expect(words.filter((word) => !text.includes(`${WORD} ${word}`))).toEqual([])
  expect(text).toContain(String(FIGURE))
})

describe('threat 3: what everybody sees', () => {
  const addresses = () => [
    paths.home(),
    paths.events(),
    `${paths.events()}?search=${WORD}`,
    paths.event(secret.objects.event),
    paths.event(secret.sibling.event),
    paths.event(publicEvent.id),
    paths.company(publicEvent.companyId),
    paths.company(secret.objects.company),
    paths.company(WORD),
    paths.buyTicket(secret.objects.event),
    paths.ticketLink(secret.objects.ticket),
    `${paths.event(publicEvent.id)}.css`,
    '/sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
  ]

  test('pages, their heads and the site map hold nothing of what is hidden', async () => {
    const { rows } = await sql<{ number: number }>`
      select number from events where company_id = ${secret.objects.company}`.execute(server.app.db)
    const byNumber = rows.map(({ number }) => paths.event(number))
    const asked = new Set<string>()
    for (const url of [...addresses(), ...byNumber]) {
      const { body, statusCode } = await web.fastify.inject({ url, remoteAddress: someAddress() })
      expect(statusCode).toBeLessThan(500)
      // What was asked for by its own id may say that id again.
      asked.add(url)
      expect([url, leaks(body).filter((leak) => !url.includes(leak))]).toEqual([url, []])
    }
    expect(asked.size).toBeGreaterThan(15)
  })

  test('the description of the API and refusals hold nothing', async () => {
    const urls = ['/api/openapi.json', '/api/v1/openapi.json', '/api/docs', `/api/v1/event/${secret.objects.event}`]
    for (const url of urls) {
      const { body, statusCode } = await server.fastify.inject({ url, remoteAddress: someAddress() })
      expect(statusCode).toBeLessThan(500)
      expect([url, leaks(body)]).toEqual([url, []])
    }
  })
})
