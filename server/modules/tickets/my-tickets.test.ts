import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getMyTickets, getTicketByLink, getTicketPdf } from '#contract/sales/tickets.ts'
import { endpoints, rules } from '#server/app.ts'
import { createServer } from '#server/http/server.ts'
import { createSessions } from '#server/http/authenticate.ts'
import { findSessions } from '#server/modules/accounts/session/queries.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import { makeLinkToken } from './link-token.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function typeOf(hours: number | null) {
  const event = await server.given.event({ startsInHours: hours, lastsHours: hours === null ? null : 6 })
  return server.given.ticketType({ event })
}

const mine = (as: GivenUser, query: { when?: 'upcoming' | 'past' | 'all'; page?: number; limit?: number } = {}) =>
  server.call(getMyTickets, { query }, { as })

test('upcoming come by date, past ones from the newest, all of them in pages', async () => {
  const holder = await server.given.user()
  const made = []
  for (const hours of [50, 2, null, -30, -300]) {
    made.push((await server.given.ticket({ type: await typeOf(hours), holder })).id)
  }
  const [later, soon, undated, lastNight, longAgo] = made
  const ids = async (query: Parameters<typeof mine>[1]) => (await mine(holder, query)).tickets.map(({ id }) => id)
  expect(await ids({})).toEqual([soon, later, undated])
  expect(await ids({ when: 'past' })).toEqual([lastNight, longAgo])
  expect(await ids({ when: 'all' })).toHaveLength(5)
  const second = await mine(holder, { when: 'all', page: 2, limit: 2 })
  expect(second.tickets).toHaveLength(2)
  expect(second.pagination).toEqual({ page: 2, limit: 2, total: 5, totalTickets: 5, totalPages: 3 })
})

test('a ticket says everything that its page shows, with its code and link', async () => {
  const holder = await server.given.user({ name: 'Camila Ferreyra' })
  const made = await server.given.ticket({ type: await typeOf(5), holder })
  const [ticket] = (await mine(holder)).tickets
  expect(ticket).toMatchObject({
    id: made.id,
    number: made.number,
    state: 'valid',
    qrRedeemed: false,
    type: { name: 'General' },
    price: 18_000,
    holderName: 'Camila Ferreyra',
    position: 1,
    ofTotal: 1,
    code: made.code,
    event: { name: 'Fiesta Lunar Rosario', Location: { name: 'Salón Paraná', city: 'Rosario' }, flyer: null },
  })
  const token = ticket?.linkToken ?? ''
  expect(await server.call(getTicketByLink, { params: { token } })).toEqual(ticket)
})

test('no code or link is ever in another person’s answer (canary)', async () => {
  const type = await typeOf(5)
  const [ana, beto] = [
    await server.given.user({ name: 'Ana Canaria' }),
    await server.given.user({ name: 'Beto Canario' }),
  ]
  const theirs = await Promise.all([ana, beto].map((holder) => server.given.ticket({ type, holder })))
  const links = theirs.map(({ id }) => makeLinkToken(server.app.vault, id, 1))
  for (const [index, person] of [ana, beto].entries()) {
    for (const when of ['upcoming', 'past', 'all'] as const) {
      const answer = JSON.stringify(await mine(person, { when }))
      expect(answer).not.toContain(theirs[1 - index]?.code)
      expect(answer).not.toContain(theirs[1 - index]?.id)
      expect(answer).not.toContain(links[1 - index])
    }
  }
})

test('a support session sees the ticket without code and link, and opens no link (rule R5.16)', async () => {
  const holder = await server.given.user()
  const made = await server.given.ticket({ type: await typeOf(5), holder })
  const god = await server.given.user({ isGodAdmin: true })
  await server.app.db
    .updateTable('sessions')
    .set({ impersonator_id: god.id })
    .where('user_id', '=', holder.id)
    .execute()
  const [ticket] = (await mine(holder)).tickets
  expect(ticket).toMatchObject({ id: made.id, number: made.number, code: null, linkToken: null })
  const token = makeLinkToken(server.app.vault, made.id, 1)
  expect(await server.refusal(server.call(getTicketByLink, { params: { token } }, { as: holder }))).toBe(
    'impersonation_blocked',
  )
})

test('what was returned of a night to come is with the past ones too', async () => {
  const holder = await server.given.user()
  const type = await typeOf(50)
  const kept = await server.given.ticket({ type, holder })
  const gone = await server.given.ticket({ type, holder, state: 'refunded' })
  const ids = async (when: 'upcoming' | 'past') => (await mine(holder, { when })).tickets.map(({ id }) => id)
  expect(await ids('upcoming')).toHaveLength(2)
  expect(await ids('past')).toEqual([gone.id])
  expect(await ids('upcoming')).toContain(kept.id)
})

test('what no door would look at shows no code', async () => {
  const holder = await server.given.user()
  const type = await typeOf(5)
  for (const state of ['refunded', 'cancelled', 'expired'] as const) await server.given.ticket({ type, holder, state })
  const { tickets } = await mine(holder)
  expect(tickets.map(({ code }) => code)).toEqual([null, null, null])
})

test('a link dies with the epoch, and a wrong one opens nothing', async () => {
  const made = await server.given.ticket({ type: await typeOf(5) })
  const token = makeLinkToken(server.app.vault, made.id, 1)
  await server.call(getTicketByLink, { params: { token } })
  await sql`update tickets set epoch = 2 where id = ${made.id}`.execute(server.app.db)
  const codes = await Promise.all(
    [token, makeLinkToken(server.app.vault, made.id, 3), 'A'.repeat(43), 'x'.repeat(20)].map((each) =>
      server.refusal(server.call(getTicketByLink, { params: { token: each } })),
    ),
  )
  expect(new Set(codes)).toEqual(new Set(['ticket_link_invalid']))
  const fresh = await server.call(getTicketByLink, { params: { token: makeLinkToken(server.app.vault, made.id, 2) } })
  expect(fresh.id).toBe(made.id)
})

test('no link token is ever logged (threat 6)', async () => {
  const made = await server.given.ticket({ type: await typeOf(5) })
  const token = makeLinkToken(server.app.vault, made.id, 1)
  const wrong = makeLinkToken(server.app.vault, made.id, 9)
  const lines: string[] = []
  const log = createLogger({
    level: 'debug',
    pretty: false,
    destination: { write: (line: string) => lines.push(line) },
  })
  const sessions = createSessions((hashes) => findSessions(server.app.db, hashes), server.app.processCache)
  const app = { ...server.app, log, processCache: createProcessCache(server.clock) }
  const web = await createServer({ app, endpoints, rules, sessions, checkAnswers: true })
  try {
    const statuses = []
    for (const text of [token, wrong]) {
      for (const url of [
        `/api/v1/ticket/link/${text}`,
        getTicketPdf.path.replace('{id}', made.id) + `?token=${text}`,
        `/api/v1/ticket/${made.id}/calendar?token=${text}`,
        `/entrada/${text}`,
        `/api/v1/ticket/link/${text}/mas`,
      ]) {
        statuses.push((await web.inject({ method: 'GET', url })).statusCode)
      }
    }
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404, 404, 404, 404, 404])
    expect(lines.length).toBeGreaterThan(4)
    for (const text of [token, wrong]) expect(lines.join('')).not.toContain(text.slice(4, 30))
  } finally {
    await web.close()
  }
})
