/** The head of the checkout's page: its first reads, and the chunks of the screen. */
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { listDrinks } from '#contract/events/drinks.ts'
import { getEventPage, getTicketTypes } from '#contract/events/events.ts'
import { places } from '#contract/platform/places.ts'
import { firstRead, type Page, type PageHead } from '#server/http/page-head.ts'
import { findPublicEvent } from '#server/modules/events/access.ts'
import type { App } from '#server/context.ts'
import { checkoutHero } from './checkout-hero.ts'

/** As old as the stock inside may be (rule R3.15). */
const SECONDS = 2
const { path, title } = places.checkout

export const pages: readonly Page[] = [
  { path, queryFields: ['eventId'], seconds: SECONDS, head: (app, { query }) => checkoutHead(app, query['eventId']) },
]

async function checkoutHead(app: App, id: string | undefined): Promise<PageHead> {
  // Its form comes after it: the first HTML's fields stand in for it.
  const head = { title, screenFile: 'areas/public/checkout/BuyTicketScreen.tsx' }
  if (id === undefined) return { ...head, status: 200 }
  if ((await findPublicEvent(app, id)) === null) return { ...head, status: 404 }
  const event = firstRead(getEventPage, { params: { id } })
  const types = firstRead(getTicketTypes, { query: { eventId: id } })
  // Read with the page: drinks and Google's button that arrive later would push the form down.
  const menu = firstRead(listDrinks, { params: { id }, query: { isAvailable: true, limit: 100 } })
  return {
    ...head,
    status: 200,
    firstReads: [event, types, menu, firstRead(getSignInOptions, {})],
    screen: (answerOf) =>
      checkoutHero({ event: answerOf(event), types: answerOf(types)?.ticketTypes, now: app.clock.now() }),
  }
}
