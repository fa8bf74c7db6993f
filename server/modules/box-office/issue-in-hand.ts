/** Courtesies, and tickets that are sold in person. */
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import { toPesos } from '#contract/values/money.ts'
import { maskMail, maskPhone } from '#contract/values/phone.ts'
import type { App, Core, Tx } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { saleEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { openChannels } from '#server/modules/notifications/send-message.ts'
import { issuePlaces } from '#server/modules/stock/store.ts'
import { findRecipient, type NamedRecipient } from '#server/modules/tickets/find-recipient.ts'
import { ensureActiveKey } from '#server/modules/tickets/issuing/ensure-active-key.ts'
import { issueByHand } from '#server/modules/tickets/issuing/issue-tickets.ts'
import { findTicket } from '#server/modules/tickets/queries.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { readPhone } from '#server/shared/phone.ts'
import {
  availabilityOf,
  decideIssuance,
  type IssuanceDecision,
  type IssuanceFacts,
  type WantedIssuance,
} from './decide-issuance.ts'
import { findIssuanceFacts } from './queries.ts'
import { insertIssuance } from './store.ts'

export interface IssueInHand extends WantedIssuance {
  readonly to: NamedRecipient
}

/** The caller's key, and the address of the call that it is for. */
interface CallKey {
  readonly call: string
  readonly idempotencyKey: string | undefined
}

/**
 * Makes tickets for one person, given or sold in person, in one transaction that holds the event: the limit of courtesies, the
 * stock, the tickets, what was taken and the audit row come together or not at all. They are delivered to the recipient's own
 * contacts alone; the issuer sees no code, and nothing of the answer depends on the recipient's account. Throws what `generateTicket` declares. The same key issues once.
 */
export async function issueInHand(
  app: App,
  actor: Actor,
  eventId: ManagedEventId,
  wanted: IssueInHand,
  { call, idempotencyKey }: CallKey,
): Promise<IssuedTickets> {
  const key = await ensureActiveKey(app)
  const request = { call, eventId, ...wanted }
  return once(app, { actorId: actor.userId, key: idempotencyKey, request }, (app) => {
    const issuanceId = newId()
    const act = { audit: 'ticket.generate', object: ['issuance', issuanceId] } as const
    return actOnEvent(app, actor, eventId, act, async (app, { event, record }) => {
      const facts = await findIssuanceFacts(app, eventId)
      if (facts.closed === 'company') throw new Failure('company_not_approved')
      if (facts.closed !== null) throw new Failure('event_state')
      const recipient = await findRecipient(app, actor, wanted.to, 'missing_person')
      const { type, kind, priceCents } = accept(decideIssuance(facts, wanted, null), facts)
      const { quantity } = wanted
      const line = { typeId: type.id, quantity }
      const as = kind === 'courtesy' ? 'courtesy' : 'sold'
      // Orders lock the stock alone: they may have taken places since the facts were read.
      if (!(await issuePlaces(app, { eventId, buyerId: null, lines: [line], as }))) throw new Failure('sold_out')
      await insertIssuance(app, { id: issuanceId, eventId, ...line, kind, priceCents, madeBy: actor.userId })
      const lines = [{ ...line, priceCents, feeCents: 0 }]
      const ticketIds = await issueByHand(app, key, { issuanceId, eventId, buyerId: recipient.id, lines, kind })
      await recordSale(app, { companyId: event.company_id, eventId }, ticketIds, priceCents)
      record({ after: { eventId, kind, ...line, priceCents, holderId: recipient.id, ticketIds } })
      app.afterCommit(({ bus }) => publishChange(bus, [`account:${recipient.id}`]))
      return {
        kind,
        ticketIds,
        type: { id: type.id, name: type.name },
        quantity,
        amount: toPesos(priceCents * quantity),
        sentTo: await sentTo(app, wanted.to, ticketIds),
        courtesyAvailability: availabilityOf(await findIssuanceFacts(app, eventId), null),
      }
    })
  })
}

function accept(decision: IssuanceDecision, { courtesyLimit }: IssuanceFacts) {
  if (!('refused' in decision)) return decision
  const { refused, available, bound } = decision
  const details = available === undefined ? undefined : { available, ...(bound && { bound }) }
  if (refused !== 'courtesy_limit' || available === undefined) throw new Failure(refused, details)
  throw new Failure(refused, details, {
    message:
      available === 0
        ? `Ya se dieron las ${courtesyLimit} cortesías que admite este evento`
        : `${available === 1 ? 'Queda 1 cortesía' : `Quedan ${available} cortesías`} de las ${courtesyLimit} que admite este evento`,
  })
}

/** An entry for each ticket, so that one of several can be cancelled; the money is in the company's hands. */
async function recordSale(
  app: Tx,
  of: { readonly companyId: string; readonly eventId: string },
  ticketIds: readonly string[],
  priceCents: number,
): Promise<void> {
  for (const ticketId of ticketIds) {
    await recordEntries(app, { ...of, ticketId }, saleEntries({ priceCents, feeCents: 0, absorbedFeeCents: 0 }))
  }
}

/**
 * Where the tickets are sent, masked. For a person named by their contacts these are the typed ones, so that the issuer does not
 * learn whether they have an account.
 */
async function sentTo(
  app: Core,
  to: NamedRecipient,
  [ticketId = '']: readonly string[],
): Promise<IssuedTickets['sentTo']> {
  const reached = to.userId === undefined ? undefined : await findTicket(app, ticketId)
  const mail = reached ? reached.holderMail : (to.mail ?? null)
  const phone = reached ? reached.holderPhone : to.phone === undefined ? null : readPhone(to.phone)
  return openChannels(app).flatMap((channel): IssuedTickets['sentTo'] => {
    const contact = channel === 'mail' ? mail : phone
    if (!contact) return []
    return [{ channel, to: channel === 'mail' ? maskMail(contact) : maskPhone(contact) }]
  })
}
