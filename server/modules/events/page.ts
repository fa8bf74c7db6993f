/** Heads of the landing, the list and the event's own page, and the addresses of the sitemap. */
import { getSignInOptions } from '#contract/accounts/accounts-options.ts'
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { getEventPage, getEventsHome, getEventsPreview, getTicketTypes } from '#contract/events/events.ts'
import type { EventPage } from '#contract/events/event-schemas.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { canBeBought } from '#contract/first-paint/type-words.ts'
import { eventPath, paths } from '#contract/api/paths.ts'
import { PARAMS } from '#contract/first-paint/events-links.ts'
import { asLine, shorten, textLength } from '#contract/values/text.ts'
import type { App } from '#server/context.ts'
import { firstRead, type Page, type PageHead, type SitemapEntry } from '#server/http/page-head.ts'
import { findPublicEvent } from './access.ts'
import { eventHero, FLYER_SIZES } from './first-paint/event-hero.ts'
import { findRevision } from './find-revision.ts'
import { eventJsonLd } from './first-paint/event-json-ld.ts'
import { landingHero } from './first-paint/landing-hero.ts'
import { listHero } from './first-paint/list-hero.ts'
import { monthOf } from './listing/month.ts'
import { getPage, listPublicEvents, listTicketTypes } from './queries.ts'

/** As old as the stock inside them may be (rule R3.15). */
const SECONDS = 2
const MAX_DESCRIPTION = 160
/** Whatever changes what the list shows: the names of its filters, order and page in the address. */
const LIST_FIELDS = [...Object.values(PARAMS), 'orden', 'pagina']

export const pages: readonly Page[] = [
  { path: paths.home(), seconds: SECONDS, head: async (app) => landingHead(app) },
  {
    path: paths.events(),
    seconds: SECONDS,
    queryFields: LIST_FIELDS,
    head: async (app, { query }) => listHead(app, query),
  },
  { path: '/evento/:id', seconds: SECONDS, head: (app, { params }) => eventHead(app, params['id'] ?? '') },
]

function landingHead(app: App): PageHead {
  const now = app.clock.now()
  const home = firstRead(getEventsHome, { query: monthOf(now) })
  return {
    status: 200,
    title: null,
    description: `${brand.tagline} ${brand.description}`,
    canonicalPath: paths.home(),
    screenFile: 'areas/public/events/HomeScreen.tsx',
    screen: (answerOf) => landingHero(answerOf(home), now),
    firstReads: [home, firstRead(getSignInOptions, {})],
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: brand.name,
      url: app.config.publicUrl,
      inLanguage: 'es-AR',
      potentialAction: {
        '@type': 'SearchAction',
        target: `${app.config.publicUrl}${paths.events()}?buscar={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
  }
}

function listHead(app: App, query: Readonly<Record<string, string>>): PageHead {
  const search = query[PARAMS.search]
  const head = {
    status: 200,
    title: search ? `Eventos: ${search}` : 'Eventos',
    description: 'Recitales, fiestas, teatro y más. Buscá por fecha, lugar o precio y comprá tu entrada.',
    screenFile: 'areas/public/events/EventsScreen.tsx',
  } as const
  // Searches are not pages of their own.
  if (Object.values(query).some(Boolean)) return head
  const list = firstRead(getEventsPreview, { query: {} })
  return {
    ...head,
    canonicalPath: paths.events(),
    firstReads: [list],
    screen: (answerOf) => listHero(answerOf(list), app.clock.now()),
  }
}

/** A private, hidden or unknown event answers the same 404. */
/** The checkout's own (`server/modules/checkout/page.ts`). */
const CHECKOUT = ['areas/public/checkout/BuyTicketScreen.tsx', 'areas/public/checkout/GuestForm.tsx']

async function eventHead(app: App, idNumberOrSlug: string): Promise<PageHead> {
  const id = await findPublicEvent(app, idNumberOrSlug)
  if (id === null) return { status: 404, title: 'No encontramos ese evento' }
  const [event, types, { previousStart }] = await Promise.all([
    getPage(app, id),
    listTicketTypes(app, id),
    findRevision(app, id),
  ])
  return {
    status: 200,
    title: event.state === 'cancelled' ? `Cancelado: ${event.name}` : event.name,
    description: describe(event),
    canonicalPath: eventPath(event),
    image: event.flyer,
    mainPicture: event.flyer && { image: event.flyer, sizes: FLYER_SIZES },
    screen: () => eventHero({ event, types, now: app.clock.now() }),
    screenFile: 'areas/public/events/EventScreen.tsx',
    ...(types.some(canBeBought) && { nextScreenFile: CHECKOUT }),
    firstReads: [
      firstRead(getEventPage, { params: { id: idNumberOrSlug } }),
      firstRead(getTicketTypes, { query: { eventId: idNumberOrSlug } }),
    ],
    jsonLd: eventJsonLd(event, types, { origin: app.config.publicUrl, previousStart }),
  }
}

/** When, where, from how much; then as much of the description as fits a search result. */
function describe(event: EventPage): string {
  const when = event.startDate ? formatMoment(event.startDate) : 'Fecha a confirmar'
  const price =
    event.priceFrom === null || event.availability === 'closed'
      ? ''
      : ` Entradas desde ${formatPrice(toCents(event.priceFrom))}.`
  const text = asLine(`${when} · ${event.Location.name}, ${event.Location.city}.${price} ${event.description}`)
  const cut = shorten(text, MAX_DESCRIPTION - 1)
  return textLength(text) <= MAX_DESCRIPTION ? text : `${cut}…`
}

/** The public events, for the sitemap. */
export async function listEventPages(app: App): Promise<SitemapEntry[]> {
  const events = await listPublicEvents(app)
  return events.map((event): SitemapEntry => ({ path: eventPath(event) }))
}
