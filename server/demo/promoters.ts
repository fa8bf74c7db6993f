/** The demo's promoter: what they may do and earn at their nights, who buys by their code, what they give and sell by hand. */
import { inTransaction, type App } from '#server/context.ts'
import { issueInHand } from '#server/modules/box-office/issue-in-hand.ts'
import type { ActableEventId } from '#server/modules/events/act-on-event.ts'
import { changePromo } from '#server/modules/promoters/change-promo.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import { addVisit } from '#server/modules/promoters/store.ts'
import type { DemoNight } from './add-nights.ts'
import { actorOf, type DemoPeople } from './people.ts'

const MOST_USES = 20
const DEBT_LIMIT_CENTS = 20_000_000
const ARRIVAL_CENTS = 150_000
const SALE_PERCENT = 10
const COURTESIES = 2
/** How many open a link for each who buys. */
const VISITS_PER_ORDER = 6

interface Promoted {
  readonly nights: readonly DemoNight[]
  readonly people: DemoPeople
}

/** The nights that the demo's promoter sells. */
const promoted = (nights: readonly DemoNight[]) =>
  nights.filter(({ night }) => {
    const isOff = night.isDraft ?? night.isCancelled ?? night.isCalledOff ?? false
    return night.company === 'club' && !isOff && !night.isPrivate
  })

/** Says what the promoter may do: by turns a part of what is sold is earned, and an amount for each who comes. */
export async function addPromoterParts(app: App, { nights, people }: Promoted): Promise<void> {
  for (const [index, { id: eventId }] of promoted(nights).entries()) {
    await inTransaction(app, async (app) => {
      await changePromo(app, await ensurePromo(app, eventId, people.of.promoter), {
        maxUses: MOST_USES,
        canSellInPerson: true,
        debtLimitCents: DEBT_LIMIT_CENTS,
        commission:
          index % 2 === 0
            ? { percent: SALE_PERCENT, fixedCents: null, earnedOn: 'sale' }
            : { percent: null, fixedCents: ARRIVAL_CENTS, earnedOn: 'arrival' },
      })
    })
  }
}

/** Returns the promoter's codes by the events' ids. */
export async function promoterCodes(app: App): Promise<ReadonlyMap<string, string>> {
  const promos = await app.db.selectFrom('promos').select(['event_id', 'code']).execute()
  return new Map(promos.map(({ event_id, code }) => [event_id, code]))
}

/** Opens a promoter's link as often as one order takes. */
export async function visitByLink(app: App, eventId: string, code: string): Promise<void> {
  for (let visit = 0; visit < VISITS_PER_ORDER; visit += 1) await addVisit(app, { eventId, code })
}

/** Gives courtesies to some buyers and sells a ticket for cash to another, in the promoter's name. */
export async function issueAsPromoter(app: App, { nights, people }: Promoted): Promise<void> {
  const contacts = await app.db
    .selectFrom('users')
    .select(['name', 'phone', 'mail'])
    .where('id', 'in', people.buyers.slice(0, COURTESIES + 1))
    .orderBy('id')
    .execute()
  for (const { id, types } of promoted(nights)) {
    const eventId = id as ActableEventId // the promoter is on its team
    const actor = actorOf(people.of.promoter, {
      roles: ['RRPP', 'CLIENT'],
      role: 'RRPP',
      eventRoles: [{ eventId, kind: 'RRPP' }],
    })
    for (const [index, { name, phone, mail }] of contacts.entries()) {
      const isCourtesy = index < COURTESIES
      const to = { userId: undefined, name, phone: phone ?? undefined, mail: mail ?? undefined }
      const wanted = { to, quantity: 1, typeId: types[0]?.id ?? null, isCourtesy, isPromoter: true } as const
      await issueInHand(app, actor, eventId, wanted, { call: 'demo', idempotencyKey: undefined })
    }
  }
}
