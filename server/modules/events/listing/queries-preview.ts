/** `/eventos`: what is to come, searched, filtered and ordered. */
import { sql, type RawBuilder } from 'kysely'
import { addDays, areInOrder, BACKWARD, firstInstantOfNight } from '#contract/values/dates.ts'
import type { Answer, ParsedInput } from '#contract/api/endpoint.ts'
import type { getEventsPreview } from '#contract/events/events.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { Failure } from '#server/shared/failure.ts'
import { cachedFilters, type Filters } from './cache.ts'
import { cardOf } from './event-card.ts'
import { isToCome, selectCards } from '../queries.ts'
import { matchesText } from './search.ts'

type Query = ParsedInput<typeof getEventsPreview>['query']

/** A page of public events that are not past, and what they can be filtered by. Throws `invalid_input` for days the wrong way round. */
export async function getPreview(
  app: App,
  { query }: Call<typeof getEventsPreview>,
): Promise<Answer<typeof getEventsPreview>> {
  if (!areInOrder(query.from, query.to)) throw new Failure('invalid_input', [{ path: ['to'], message: BACKWARD }])
  const { sort } = query
  const events = app.db
    .selectFrom('events as e')
    .select('e.id')
    .where(sql<boolean>`${sql.join(conditionsOf(query), sql` and `)}`)
    .$if(sort === 'price', (found) => found.orderBy('e.price_from_cents', (price) => price.asc().nullsLast()))
    .$if(sort === 'name', (found) => found.orderBy('e.plain_name'))
    .orderBy('e.starts_at', (start) => start.asc().nullsLast())
  return pageOf(events, query, {
    rows: 'events',
    id: 'e.id',
    read: (page) => selectCards(app.db, page).execute(),
    map: (row) => cardOf(row),
    more: async () => ({ filters: await cachedFilters(app, () => listFilters(app)) }),
  })
}

function conditionsOf(query: Query): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [isToCome]
  if (query.search) conditions.push(matchesText(query.search))
  if (query.categoryId !== undefined) conditions.push(sql`e.category_id = ${query.categoryId}`)
  if (query.city) {
    // Folds the accents of each city once instead of each event's.
    conditions.push(sql`e.city in (
      select known.city from (select distinct city from events) known where plain_city(known.city) = plain_city(${query.city}))`)
  }
  if (query.from) conditions.push(sql`e.starts_at >= ${firstInstantOfNight(query.from)}`)
  if (query.to) conditions.push(sql`e.starts_at < ${firstInstantOfNight(addDays(query.to, 1))}`)
  if (query.free !== undefined) {
    conditions.push(query.free ? sql`e.price_from_cents = 0` : sql`e.price_from_cents > 0`)
  }
  return conditions
}

/** Categories and cities that have something to come. */
async function listFilters(app: App): Promise<Filters> {
  const [categories, cities] = await Promise.all([
    app.db
      .selectFrom('categories as c')
      .select(['c.id', 'c.name'])
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('events as e')
            .select(sql`1`.as('one'))
            .whereRef('e.category_id', '=', 'c.id')
            .where(isToCome),
        ),
      )
      .orderBy('c.position')
      .execute(),
    app.db.selectFrom('events as e').select('e.city').distinct().where(isToCome).execute(),
  ])
  return { categories, cities: cities.map(({ city }) => city).sort(new Intl.Collator('es-AR').compare) }
}
