/** A ticket's PDF and calendar entry. */
import { mediaPath } from '#contract/api/files.ts'
import { paths } from '#contract/api/paths.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { getNightPdf as endpoint } from '#contract/sales/tickets.ts'
import type { App } from '#server/context.ts'
import type { Call, FileAnswer } from '#server/http/bound.ts'
import { findRevision } from '#server/modules/events/find-revision.ts'
import { openImageFile } from '#server/modules/media/queries.ts'
import { keepPdf } from '#server/modules/papers/keep-pdf.ts'
import { Failure } from '#server/shared/failure.ts'
import { writeCalendar } from './calendar-file.ts'
import { codeWriter, findHeldOfEvent, findTicket, isBarredByAge, type TicketRow } from '../queries.ts'
import { drawTickets, type TicketPage } from './ticket-pdf.ts'

/** Grows with what `ticket-pdf.ts` draws: PDFs of an earlier look are not given out any more. */
const LOOK = 4
/** In pixels: 300 to the inch of the flyer's place on the paper. */
const FLYER_WIDTH = 640

/** The PDF of one holder's tickets, a page each; drawn once. Throws `busy` when too many wait for theirs. */
export async function ticketsPdf(
  app: App,
  tickets: readonly [TicketRow, ...TicketRow[]],
  mayDraw?: () => Promise<void>,
): Promise<Buffer> {
  const code = await codeWriter(app)
  const pages = tickets.map((ticket) => ({
    ...pageOf(ticket, code(ticket)),
    isBarredByAge: isBarredByAge(app, ticket),
  }))
  return keepPdf(app, {
    kind: 'tickets',
    ownerId: tickets[0].holderId,
    subjects: tickets.map(({ id }) => id),
    epochs: tickets.map(({ epoch }) => epoch),
    printed: [LOOK, pages],
    draw: async () => drawTickets(await withFlyers(app, pages)),
    mayDraw,
  })
}

/** All that is printed of a ticket; its picture by name, which says what is in it. */
function pageOf(ticket: TicketRow, code: string | null) {
  const { eventName, startsAt, holderName, typeName, number, validUntil, position, ofTotal, minimumAge } = ticket
  return {
    eventName,
    startsAt,
    holderName,
    typeName,
    number,
    validUntil,
    position,
    ofTotal,
    minimumAge,
    code,
    venue: ticket.venueName,
    address: `${ticket.address}, ${ticket.city}, ${ticket.province}`,
    priceCents: ticket.priceCents,
    drinks: drinksOf(ticket),
    conditions: ticket.admissionConditions,
    imageId: ticket.imageId,
  }
}

/** Redeemed ones too: what was printed before does not change when the bar serves one. */
function drinksOf({ vouchers }: TicketRow): string {
  const named = Map.groupBy(vouchers, ({ name }) => name)
  return [...named].map(([name, { length }]) => `${length} × ${name}`).join(', ')
}

async function withFlyers(app: App, pages: readonly ReturnType<typeof pageOf>[]): Promise<TicketPage[]> {
  const flyers = new Map<string, Promise<Buffer | null>>()
  for (const { imageId } of pages) if (imageId && !flyers.has(imageId)) flyers.set(imageId, flyerJpeg(app, imageId))
  return Promise.all(
    pages.map(async ({ imageId, ...page }) => ({
      ...page,
      flyer: imageId ? ((await flyers.get(imageId)) ?? null) : null,
    })),
  )
}

async function flyerJpeg(app: App, imageId: string): Promise<Buffer | null> {
  const name = mediaPath(imageId, FLYER_WIDTH, 'jpg').slice('/media/'.length)
  return (await openImageFile(app, name))?.bytes ?? null
}

export async function getTicketPdf(
  app: App,
  id: Proof<'viewableTicket'>,
  mayDraw: () => Promise<void>,
): Promise<FileAnswer> {
  const ticket = await known(app, id)
  const bytes = await ticketsPdf(app, [ticket], mayDraw)
  return { contentType: 'application/pdf', bytes, downloadAs: `entrada-${ticket.number}.pdf` }
}

/** Throws `ticket_not_found` for a person without a ticket of the event that was not returned. */
export async function getNightPdf(app: App, { actor, query, count }: Call<typeof endpoint>): Promise<FileAnswer> {
  const [first, ...others] = await findHeldOfEvent(app, actor.userId, query.eventId)
  if (!first) throw new Failure('ticket_not_found')
  const bytes = await ticketsPdf(app, [first, ...others], count)
  return { contentType: 'application/pdf', bytes, downloadAs: `entradas-${first.eventNumber}.pdf` }
}

/** Throws `ticket_not_found` for an event without a date: there is no calendar entry of it yet. */
export async function getTicketCalendar(app: App, id: Proof<'viewableTicket'>): Promise<FileAnswer> {
  const ticket = await known(app, id)
  if (!ticket.startsAt) throw new Failure('ticket_not_found')
  const { sequence, changedAt } = await findRevision(app, ticket.eventId)
  const text = writeCalendar({
    id: `evento-${ticket.eventNumber}`,
    name: ticket.eventName,
    startsAt: ticket.startsAt,
    endsAt: ticket.endsAt,
    place: `${ticket.venueName}, ${ticket.address}, ${ticket.city}, ${ticket.province}`,
    url: `${app.config.publicUrl}${paths.event(ticket.eventSlug ?? ticket.eventNumber)}`,
    sequence,
    changedAt,
    isCancelled: ticket.eventState === 'cancelled',
    now: app.clock.now(),
  })
  return {
    contentType: 'text/calendar; charset=utf-8',
    bytes: Buffer.from(text),
    downloadAs: `evento-${ticket.eventNumber}.ics`,
  }
}

async function known(app: App, id: string): Promise<TicketRow> {
  const ticket = await findTicket(app, id)
  if (!ticket) throw new Failure('ticket_not_found')
  return ticket
}
