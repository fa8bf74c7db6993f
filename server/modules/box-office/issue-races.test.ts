/**
 * Races of tickets that are made by hand, through two processes over one database. Each guard has its negative control: the same
 * race without it, which must go wrong.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelTicket } from '#contract/sales/box-office.ts'
import { scanTicket } from '#contract/sales/scanning.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import { sumBalances } from '#server/modules/ledger/queries-balances.ts'
import { findTicket, codeWriter } from '#server/modules/tickets/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { isFailure } from '#server/shared/failure.ts'
import {
  createSellingPair,
  inControl,
  rewriteFunction,
  unlockEvents,
  type SellingPair,
} from '#server/testing/selling-pair.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { meetBeforeUpdating } from '#server/testing/rendezvous.ts'
import { tries } from '#server/testing/tries.ts'
import { issueInHand } from './issue-in-hand.ts'

const HOUR = 3_600_000
const LIMIT = 5

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

function organizerOf(companyId: string, { id: userId }: GivenUser): Actor {
  const origin = { ip: '127.0.0.1', requestId: 'race', device: 'race' }
  return { userId, roles: ['ORGANIZATOR'], companyId, companyRole: 'owner', eventRoles: [], origin } as unknown as Actor // only these are read
}

async function givenCourtesies(shop: SellingApp, limit: number) {
  const sale = await shop.givenSale({ type: { priceCents: 0, capacity: 1000 } })
  await shop.app.db.updateTable('events').set({ courtesy_limit: limit }).where('id', '=', sale.eventId).execute()
  const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
  const people = await shop.buyers(100)
  const actor = organizerOf(sale.companyId, organizer)
  const give = (app: App, userId: string, key?: string) =>
    issueInHand(
      app,
      actor,
      sale.eventId as Proof<'managedEvent'>, // the test's own event
      { typeId: sale.typeId, isCourtesy: true, quantity: 1, to: { userId } },
      { call: 'race', idempotencyKey: key },
    )
  return { ...sale, people, give, organizer }
}

const refusedAs = (code: Parameters<typeof isFailure>[1]) => (error: unknown) => {
  if (isFailure(error, code)) return false
  throw error
}

async function given(shop: SellingApp, typeId: string): Promise<number> {
  const row = await shop.app.db
    .selectFrom('ticket_stock')
    .select('courtesy')
    .where('type_id', '=', typeId)
    .executeTakeFirstOrThrow()
  return row.courtesy
}

/** A crowd waits for connections: on a slow machine some of it comes again, as after a 503. */
async function untilServed<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)) return untilServed(act)
    throw error
  }
}

/** A hundred want the last courtesies of an event, half through each process; gives how many got one. */
async function lastCourtesies({ shop, twin }: SellingPair): Promise<number> {
  const { people, give, typeId } = await givenCourtesies(shop, LIMIT)
  const answers = await Promise.all(
    people.map(({ id }, n) =>
      untilServed(() => give((n % 2 === 0 ? shop : twin).app, id)).then(() => true, refusedAs('courtesy_limit')),
    ),
  )
  expect(await given(shop, typeId)).toBe(answers.filter(Boolean).length)
  return answers.filter(Boolean).length
}

test(
  'the last courtesies: exactly as many as the event’s limit allows, by a hundred at once',
  async () => {
    for (let round = 0; round < tries(1, 20); round += 1) expect(await lastCourtesies(pair)).toBe(LIMIT)
    expect(await pair.shop.broken()).toEqual([])
  },
  tries(60_000, HOUR),
)

test('the last courtesies without the event’s lock are given more than once', async () => {
  expect(await inControl(unlockEvents, lastCourtesies)).toBeGreaterThan(LIMIT)
}, 60_000)

test(
  'the same key at once, through two processes, issues once',
  async () => {
    const { people, give, typeId } = await givenCourtesies(pair.shop, 100)
    const to = people[0]?.id ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => give((n % 2 === 0 ? pair.shop : pair.twin).app, to, 'la-misma')),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await given(pair.shop, typeId)).toBe(1)
    await Promise.all(Array.from({ length: 3 }, () => give(pair.shop.app, to)))
    expect(await given(pair.shop, typeId)).toBe(4) // without a key each is one more
  },
  tries(60_000, HOUR),
)

/** A ticket sold in person is scanned and cancelled at one moment; gives what happened of it. */
async function scanAndCancel({ shop, twin }: SellingPair) {
  const sale = await shop.givenSale({ type: { priceCents: 100_000 }, event: { startsInHours: 1 } })
  const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
  const holder = await shop.given.user()
  const { ticketIds } = await issueInHand(
    shop.app,
    organizerOf(sale.companyId, organizer),
    sale.eventId as Proof<'managedEvent'>, // the test's own event
    { typeId: sale.typeId, isCourtesy: false, quantity: 1, to: { userId: holder.id } },
    { call: 'race', idempotencyKey: undefined },
  )
  const [ticketId = ''] = ticketIds
  const ticket = await findTicket(shop.app, ticketId)
  const code = ticket ? (await codeWriter(shop.app))(ticket) : null
  const doorman = await shop.given.user({ staffOf: { id: sale.eventId } })
  const done = (call: Promise<unknown>) =>
    call.then(
      () => true,
      () => false,
    )
  const [scanned, cancelled] = await Promise.all([
    done(
      shop.call(
        scanTicket,
        { params: { ticketId }, body: { eventId: sale.eventId, code: code ?? '', via: 'qr' } },
        { as: doorman },
      ),
    ),
    done(twin.call(cancelTicket, { params: { id: sale.eventId, ticketId }, body: {} }, { as: organizer })),
  ])
  const { company } = await sumBalances(shop.app, { eventId: sale.eventId })
  return { scanned, cancelled, company }
}

test(
  'of a scan and a cancellation at one moment one wins, and the money goes with it',
  async () => {
    for (let round = 0; round < tries(5, 200); round += 1) {
      const { scanned, cancelled, company } = await scanAndCancel(pair)
      expect(scanned).toBe(!cancelled)
      expect(company).toBe(cancelled ? 0 : 100_000)
    }
    expect(await pair.shop.broken()).toEqual([])
  },
  tries(60_000, HOUR),
)

test('where a scan does not ask for the ticket’s state, both happen', async () => {
  const weaken = async (shop: SellingApp) => {
    await rewriteFunction(shop, 'tickets_admit', (text) =>
      text
        .replace("and t.state = 'valid'", '')
        .replace('perform 1 from tickets t where t.id = any (ticket_ids) order by t.id for no key update;', ''),
    )
    await sql`alter table tickets drop constraint tickets_cancelled`.execute(shop.app.db)
    await meetBeforeUpdating(shop.app.db, 'tickets')
  }
  const outcomes = await inControl(weaken, async (control) => {
    const rounds: boolean[] = []
    for (let round = 0; round < 10 && !rounds.includes(true); round += 1) {
      const { scanned, cancelled } = await scanAndCancel(control)
      rounds.push(scanned && cancelled)
    }
    return rounds
  })
  expect(outcomes).toContain(true)
}, 60_000)
