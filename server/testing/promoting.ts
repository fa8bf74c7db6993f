/** A promoter of an event with a part in it, and what they call. */
import { getRrppPeople, searchForRrpp } from '#contract/accounts/people-promoters.ts'
import type { CallInput } from '#contract/api/endpoint.ts'
import { cancelIssuedTicket, getPromoByRrpp, rrppGenerateTicket } from '#contract/sales/box-office-promoters.ts'
import { getPromoterTickets } from '#contract/sales/ticket-desk-promoters.ts'
import { ensurePromo } from '#server/modules/promoters/ensure-promo.ts'
import type { TestApp } from './app.ts'
import type { EventLiteral, GivenUser } from './given.ts'

type Body = NonNullable<CallInput<typeof rrppGenerateTicket>['body']>
type Query = CallInput<typeof getPromoterTickets>['query']

let persons = 0
/** Somebody who has no account. */
export const newPerson = () => {
  persons += 1
  return {
    userName: 'Zulema Canario',
    userPhone: `+54935157${10_000 + persons}`,
    userEmail: `promovida-${persons}@previa.example`,
  }
}

/** Names a person by their id alone. */
export const byId = (id: string) => ({
  idUserToSend: id,
  userName: undefined,
  userPhone: undefined,
  userEmail: undefined,
})

export interface GivenPart {
  readonly max_uses?: number
  readonly is_active?: boolean
  readonly closes_at?: string
  readonly can_sell_in_person?: boolean
  readonly debt_limit_cents?: number
  readonly allowed_type_ids?: string[]
}

export async function givenPromoting(server: TestApp, part: GivenPart = {}, at: EventLiteral = {}) {
  const company = await server.given.company({ name: 'Club Central' })
  const event = await server.given.event({ company, startsInHours: 3, ...at })
  const paid = await server.given.ticketType({ event, name: 'General' })
  const free = await server.given.ticketType({ event, name: 'Lista', priceCents: 0 })
  const organizer = await server.given.user({ memberOf: company })
  const promoter = await server.given.user({ staffOf: event, staffKind: 'RRPP', name: 'Lautaro Paz' })
  const promoId = await ensurePromo(server.app, event.id, promoter.id)
  const grant = (change: GivenPart) =>
    server.app.db.updateTable('promos').set(change).where('id', '=', promoId).execute()
  await grant({ max_uses: 10, can_sell_in_person: true, ...part })
  const make = (body: Partial<Body> = {}, as: GivenUser = promoter, key?: string) =>
    server.call(
      rrppGenerateTicket,
      { query: {}, body: { eventId: event.id, ticketType: free.id, isCourtesy: true, ...newPerson(), ...body } },
      { as, ...(key !== undefined && { idempotencyKey: key }) },
    )
  const sell = (body: Partial<Body> = {}) => make({ ticketType: paid.id, isCourtesy: false, ...body })
  const cancel = (ticketId: string, as: GivenUser = promoter) =>
    server.call(cancelIssuedTicket, { params: { ticketId }, body: {} }, { as })
  const options = (as: GivenUser = promoter, rrppId?: string) =>
    server.call(getPromoByRrpp, { params: { id: event.id }, query: { ...(rrppId && { rrppId }) } }, { as })
  const list = (query: Query = {}, as: GivenUser = promoter) => server.call(getPromoterTickets, { query }, { as })
  const people = (as: GivenUser, search?: string) =>
    server.call(getRrppPeople, { query: { sort: 'name', order: 'asc', ...(search && { search }) } }, { as })
  const search = (query: { phone?: string; email?: string; name?: string }, as: GivenUser = promoter) =>
    server.call(searchForRrpp, { query: { eventId: event.id, ...query } }, { as })
  return {
    company,
    event,
    paid,
    free,
    organizer,
    promoter,
    promoId,
    grant,
    make,
    sell,
    cancel,
    options,
    list,
    search,
    people,
  }
}
