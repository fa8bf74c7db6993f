/**
 * Races of promoters who give and sell at one moment, through two processes over one database. Each guard has its negative control:
 * the same race without it, which must go wrong.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proof } from '#contract/api/roles.ts'
import { inTransaction, type App } from '#server/context.ts'
import { cashHandedInEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import type { Actor } from '#server/shared/actor.ts'
import { isFailure } from '#server/shared/failure.ts'
import {
  createSellingPair,
  inControl,
  rewriteFunction,
  unlockEntries,
  unlockEvents,
  type SellingPair,
} from '#server/testing/selling-pair.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import { tries } from '#server/testing/tries.ts'
import { cancelIssuedTicket, cancelTicket } from './cancel-ticket.ts'
import { issueInHand } from './issue-in-hand.ts'
import { cashOf } from './queries-promos.ts'

const HOUR = 3_600_000
const LIMIT = 5
const PRICE_CENTS = 100_000

let pair: SellingPair
beforeAll(async () => {
  pair = await createSellingPair()
})
afterAll(() => pair.close())

interface Setting {
  readonly promoters?: number
  readonly maxUses?: number
  readonly courtesyLimit?: number
  readonly isSale?: true
}

async function given(
  shop: SellingPair['shop'],
  { promoters = 1, maxUses = 1000, courtesyLimit = 1000, isSale }: Setting,
) {
  const sale = await shop.givenSale({ type: { priceCents: isSale ? PRICE_CENTS : 0, capacity: 1000 } })
  await shop.app.db
    .updateTable('events')
    .set({ courtesy_limit: courtesyLimit })
    .where('id', '=', sale.eventId)
    .execute()
  const actors: Actor[] = []
  for (let n = 0; n < promoters; n += 1) {
    const { id: userId } = await shop.given.user({ staffOf: { id: sale.eventId }, staffKind: 'RRPP' })
    const promoId = await ensurePromo(shop.app, sale.eventId, userId)
    const change = { max_uses: maxUses, can_sell_in_person: true, debt_limit_cents: LIMIT * PRICE_CENTS }
    await shop.app.db.updateTable('promos').set(change).where('id', '=', promoId).execute()
    const origin = { ip: '127.0.0.1', requestId: 'race', device: 'race' }
    actors.push({
      userId,
      roles: ['RRPP'],
      companyId: null,
      companyRole: null,
      eventRoles: [],
      origin,
    } as unknown as Actor) // only these are read
  }
  let phones = 0
  const give = (app: App, actor: Actor | undefined, phone = `+549351556${1000 + (phones += 1)}`) =>
    issueInHand(
      app,
      actor as Actor, // of one of the promoters above
      sale.eventId as Proof<'assignedEvent'>, // the test's own event
      {
        typeId: sale.typeId,
        isCourtesy: !isSale,
        quantity: 1,
        isPromoter: true,
        to: { name: 'Camila Ferreyra', phone, mail: `carrera-${phone.slice(1)}@previa.example` },
      },
      { call: 'race', idempotencyKey: undefined },
    )
  const made = async () =>
    (await shop.app.db.selectFrom('issuances').select('id').where('event_id', '=', sale.eventId).execute()).length
  return { ...sale, actors, give, made }
}

const refusedAs = (code: Parameters<typeof isFailure>[1]) => (error: unknown) => {
  if (isFailure(error, code)) return false
  throw error
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

const race =
  (setting: Setting, refusal: Parameters<typeof isFailure>[1], phone?: string) =>
  async ({ shop, twin }: SellingPair): Promise<number> => {
    const { actors, give, made } = await given(shop, setting)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        untilServed(() => give((n % 2 === 0 ? shop : twin).app, actors[n % actors.length], phone)).then(
          () => true,
          refusedAs(refusal),
        ),
      ),
    )
    expect(await made()).toBe(answers.filter(Boolean).length)
    return answers.filter(Boolean).length
  }

const RACES: readonly [string, Setting, Parameters<typeof isFailure>[1]][] = [
  ['the last uses of one promoter', { maxUses: LIMIT }, 'courtesy_limit'],
  ['the last courtesies of an event, by five promoters', { promoters: 5, courtesyLimit: LIMIT }, 'courtesy_limit'],
  ['cash up to the limit of a debt', { isSale: true }, 'debt_limit'],
]

test.each(RACES)(
  '%s: exactly as many as there are, by a hundred at once',
  async (_what, setting, refusal) => {
    for (let round = 0; round < tries(1, 20); round += 1) expect(await race(setting, refusal)(pair)).toBe(LIMIT)
    expect(await pair.shop.broken()).toEqual([])
  },
  tries(60_000, HOUR),
)

test.each(RACES)(
  '%s without the event’s lock are more',
  async (_what, setting, refusal) => {
    expect(await inControl(unlockEvents, race(setting, refusal))).toBeGreaterThan(LIMIT)
  },
  60_000,
)

test(
  'one phone gets one courtesy of a type, from five promoters at once',
  async () => {
    expect(await race({ promoters: 5 }, 'courtesy_taken', '+5493515569999')(pair)).toBe(1)
  },
  tries(60_000, HOUR),
)

/** A promoter gives while they are taken off: the row is gone, and not committed yet. Gives what happened of the courtesy. */
async function giveWhileTakenOff({ shop }: SellingPair): Promise<'given' | 'refused'> {
  const { actors, give, eventId } = await given(shop, {})
  const [actor] = actors
  const { promise: isOver, resolve: commit } = Promise.withResolvers<void>()
  const { promise: isGone, resolve: gone } = Promise.withResolvers<void>()
  const removing = shop.app.db.transaction().execute(async (db) => {
    await db.deleteFrom('event_staff').where('event_id', '=', eventId).execute()
    gone()
    await isOver
  })
  await isGone
  const giving = give(shop.app, actor).then(
    () => 'given' as const,
    (error: unknown) => {
      if (isFailure(error, 'event_not_found')) return 'refused' as const
      throw error
    },
  )
  await Promise.race([giving, untilBlocked(shop.app.db)])
  commit()
  await removing
  return giving
}

test('a promoter who is taken off meanwhile gives nothing', async () => {
  expect(await giveWhileTakenOff(pair)).toBe('refused')
}, 60_000)

test('where the assignment is not held, they do', async () => {
  expect(await inControl(unlockEntries, giveWhileTakenOff)).toBe('given')
}, 60_000)

/** A part that is paused inside the event's lock, while a promoter gives. */
async function giveWhilePaused({ shop }: SellingPair): Promise<boolean> {
  const { actors, give, eventId } = await given(shop, {})
  const { promise: isOver, resolve: commit } = Promise.withResolvers<void>()
  const { promise: isPaused, resolve: paused } = Promise.withResolvers<void>()
  const pausing = shop.app.db.transaction().execute(async (db) => {
    await db.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
    await db.updateTable('promos').set({ is_active: false }).where('event_id', '=', eventId).execute()
    paused()
    await isOver
  })
  await isPaused
  const giving = give(shop.app, actors[0]).then(() => true, refusedAs('promo_inactive'))
  await Promise.race([giving, untilBlocked(shop.app.db)])
  commit()
  await pausing
  return giving
}

test('a part that is paused meanwhile gives nothing; without the event’s lock it does', async () => {
  expect(await giveWhilePaused(pair)).toBe(false)
  expect(await inControl(unlockEvents, giveWhilePaused)).toBe(true)
}, 60_000)

/** The recipient hands a courtesy on, not committed yet, while its promoter cancels it. Gives what the promoter is answered. */
async function cancelWhileHandedOn({ shop }: SellingPair): Promise<string> {
  const { actors, give } = await given(shop, {})
  const [actor] = actors
  const { ticketIds } = await give(shop.app, actor)
  const ticketId = ticketIds[0] ?? ''
  const { id: friend } = await shop.given.user()
  const { promise: isOver, resolve: commit } = Promise.withResolvers<void>()
  const { promise: isHandedOn, resolve: handedOn } = Promise.withResolvers<void>()
  const handing = shop.app.db.transaction().execute(async (db) => {
    await db.updateTable('tickets').set({ holder_id: friend, transfers: 1 }).where('id', '=', ticketId).execute()
    handedOn()
    await isOver
  })
  await isHandedOn
  const cancelling = cancelIssuedTicket(shop.app, {
    actor,
    proof: ticketId,
    params: { ticketId },
    body: {},
  } as unknown as Parameters<typeof cancelIssuedTicket>[1]).then(
    () => 'cancelled',
    (error: unknown) => {
      if (isFailure(error, 'ticket_handed_on')) return 'refused'
      throw error
    },
  )
  await Promise.race([cancelling, untilBlocked(shop.app.db)])
  commit()
  await handing
  return cancelling
}

test('a courtesy that is handed on meanwhile stays its new holder’s', async () => {
  expect(await cancelWhileHandedOn(pair)).toBe('refused')
}, 60_000)

test('where the update does not ask, the promoter takes it from them', async () => {
  const weaken = (shop: SellingPair['shop']) =>
    rewriteFunction(shop, 'tickets_cancel_issued', (text) => text.replace('and t.transfers <= most_transfers', ''))
  expect(await inControl(weaken, cancelWhileHandedOn)).toBe('cancelled')
}, 60_000)

/** A promoter hands their cash in, as a confirmed settlement does, while the organizer cancels the sale. Gives what they hold then. */
async function cancelWhileHandedIn({ shop }: SellingPair): Promise<number> {
  const { actors, give, eventId, companyId } = await given(shop, { isSale: true })
  const [actor] = actors
  const { ticketIds } = await give(shop.app, actor)
  const ticketId = ticketIds[0] ?? ''
  const owner = {
    userId: (await shop.given.user({ memberOf: { id: companyId } })).id,
    roles: ['ORGANIZATOR'],
    companyId,
  }
  const promoId = await ensurePromo(shop.app, eventId, actor?.userId ?? '')
  const { promise: isOver, resolve: commit } = Promise.withResolvers<void>()
  const { promise: isIn, resolve: handedIn } = Promise.withResolvers<void>()
  const handing = inTransaction(shop.app, async (tx) => {
    await tx.db.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().execute()
    await recordEntries(tx, { companyId, eventId, promoId }, cashHandedInEntries(PRICE_CENTS))
    handedIn()
    await isOver
  })
  await isIn
  const cancelling = cancelTicket(shop.app, {
    actor: { ...actor, ...owner, companyRole: 'owner' },
    proof: eventId,
    params: { id: eventId, ticketId },
    body: {},
  } as unknown as Parameters<typeof cancelTicket>[1])
  await Promise.race([cancelling, untilBlocked(shop.app.db)])
  commit()
  await handing
  await cancelling
  return cashOf(shop.app, eventId, actor?.userId ?? '')
}

test('cash that is handed in meanwhile is given back by the company: nobody holds less than nothing', async () => {
  expect(await cancelWhileHandedIn(pair)).toBe(0)
}, 60_000)

test('without the event’s lock it is taken off the promoter twice', async () => {
  expect(await inControl(unlockEvents, cancelWhileHandedIn)).toBe(-PRICE_CENTS)
}, 60_000)
