import { sql } from 'kysely'
import type { Drink, listDrinks as listEndpoint } from '#contract/drinks.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { App, Core } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'

function selectDrinks(app: Core) {
  return app.db
    .selectFrom('drinks as d')
    .leftJoin('images as i', 'i.id', 'd.image_id')
    .where('d.removed_at', 'is', null)
    .select(['d.id', 'd.event_id as eventId', 'd.name', 'd.description', 'd.is_available as isAvailable', 'd.position'])
    .select(sql<number>`d.price_cents / 100`.as('price'))
    .select(
      sql<Drink['image']>`case when i.id is not null
        then json_build_object('id', i.id, 'width', i.width, 'height', i.height) end`.as('image'),
    )
}

/** A page of an event's drinks. */
export async function listDrinks(app: App, call: Call<typeof listEndpoint>): Promise<Answer<typeof listEndpoint>> {
  const { proof: eventId, query } = call
  const { drinks, pagination } = await pageOf(
    selectDrinks(app)
      .where('d.event_id', '=', eventId)
      .$if(query.isAvailable !== undefined, (select) => select.where('d.is_available', '=', query.isAvailable ?? true)),
    query,
    {
      rows: 'drinks',
      id: 'd.id',
      sort: { position: 'd.position', name: 'd.name', price: 'd.price_cents' },
      search: ['d.name'],
    },
  )
  return { status: 'success', data: { drinks, totalDrinks: pagination.totalDrinks }, pagination }
}

/** Throws `drink_not_found`. */
export async function loadDrink(app: Core, id: string): Promise<{ data: { drink: Drink } }> {
  const drink = await selectDrinks(app).where('d.id', '=', id).executeTakeFirst()
  if (!drink) throw new Failure('drink_not_found')
  return { data: { drink } }
}

export async function findEventOf(app: Core, id: string): Promise<string | undefined> {
  const drink = await app.db
    .selectFrom('drinks')
    .select('event_id as eventId')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return drink?.eventId
}

export async function countDrinks(app: Core, eventId: string): Promise<number> {
  const { count } = await app.db
    .selectFrom('drinks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('event_id', '=', eventId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
