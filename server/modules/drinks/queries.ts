import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Drink, listDrinks as listEndpoint } from '#contract/events/drinks.ts'
import { toPesos } from '#contract/values/money.ts'
import { ticketFees, type FeeTerms } from '#contract/values/prices.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { feeTerms } from '#server/modules/events/queries.ts'
import { Failure } from '#server/shared/failure.ts'

function selectDrinks(app: Core) {
  return app.db
    .selectFrom('drinks as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .where('d.removed_at', 'is', null)
    .select(['d.id', 'd.event_id as eventId', 'd.name', 'd.description', 'd.is_available as isAvailable', 'd.position'])
    .select(['d.price_cents as priceCents', feeTerms.as('terms'), 'e.absorbs_service_fee as isAbsorbed'])
    .select((eb) =>
      jsonObjectFrom(
        eb.selectFrom('images as i').whereRef('i.id', '=', 'd.image_id').select(['i.id', 'i.width', 'i.height']),
      ).as('image'),
    )
}

type DrinkRow = Omit<Drink, 'price' | 'fee'> & { priceCents: number; terms: FeeTerms; isAbsorbed: boolean }

function toDrink({ priceCents, terms, isAbsorbed, ...drink }: DrinkRow): Drink {
  const { feeCents } = ticketFees(priceCents, terms, { isAbsorbed })
  return { ...drink, price: toPesos(priceCents), fee: toPesos(feeCents) }
}

const sort = { position: 'd.position', name: sql`plain_text(d.name)`, price: 'd.price_cents' } as const

/** A page of an event's drinks. */
export async function listDrinks(app: App, { proof: eventId, query }: Call<typeof listEndpoint>) {
  const { drinks, pagination } = await pageOf(
    selectDrinks(app)
      .where('d.event_id', '=', eventId)
      .$if(query.isAvailable !== undefined, (select) => select.where('d.is_available', '=', query.isAvailable ?? true)),
    query,
    { rows: 'drinks', id: 'd.id', sort, search: ['d.name'], map: toDrink },
  )
  return { status: 'success' as const, data: { drinks, totalDrinks: pagination.totalDrinks }, pagination }
}

/** Throws `drink_not_found`. */
export async function loadDrink(app: Core, id: string): Promise<{ data: { drink: Drink } }> {
  const drink = await selectDrinks(app).where('d.id', '=', id).executeTakeFirst()
  if (!drink) throw new Failure('drink_not_found')
  return { data: { drink: toDrink(drink) } }
}
