/** Prices that lists sort by are whole ones (rule R7.7), whichever version wrote them. */
import { inTransaction, type App } from '#server/context.ts'
import { eachByItself } from '#server/jobs/each-by-itself.ts'
import { lockEvent, refreshPriceFrom } from '../store.ts'
import { priceFromOf } from './price-from.ts'
import { listPriced } from './queries-manage.ts'

/**
 * The version before this one, as long as it runs beside it, writes them without the fee when types change. The job
 * `events.mend-prices`, which the version after this one needs no more.
 */
export async function mendPrices(app: App): Promise<void> {
  const events = await listPriced(app)
  await eachByItself(app, {
    items: events.filter((event) => event.priceFromCents !== priceFromOf(event)),
    handle: ({ id }) =>
      inTransaction(app, async (app) => {
        await lockEvent(app, id)
        await refreshPriceFrom(app, id)
      }),
    facts: ({ id }) => ({ eventId: id }),
    failed: 'the price that lists sort an event by could not be mended',
  })
}
