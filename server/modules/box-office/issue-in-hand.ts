/** Courtesies, and tickets that are sold in person. */
import type { IssuedTickets } from '#contract/sales/box-office.ts'
import { formatMoney, toPesos } from '#contract/values/money.ts'
import { mailSpelling } from '#contract/accounts/accounts.ts'
import { maskMail, maskName, maskPhone } from '#contract/values/phone.ts'
import type { App, Core, Tx } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import { findReachable } from '#server/modules/accounts/queries.ts'
import { actOnEvent, type ActableEventId } from '#server/modules/events/act-on-event.ts'
import { cashSaleEntries, saleEntries } from '#server/modules/ledger/entry.ts'
import { recordEntries, type EntrySubject } from '#server/modules/ledger/store.ts'
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
import { mailboxOf } from '#server/shared/mailbox.ts'
import { readPhone } from '#server/shared/phone.ts'
import {
  availabilityOf,
  decideIssuance,
  type Grant,
  type IssuanceDecision,
  type IssuanceFacts,
  type WantedIssuance,
} from './decide-issuance.ts'
import { findIssuanceFacts } from './queries.ts'
import { findCourtesyOf, lockPart, namedById, type KnownContacts, type RecipientMacs } from './queries-part.ts'
import { insertIssuance } from './store.ts'

export interface IssueInHand extends WantedIssuance {
  readonly to: NamedRecipient
  /** With what the caller was granted as a promoter of the event (rule R12.3). */
  readonly isPromoter?: true
}

/** The caller's key, and the address of the call that it is for. */
interface CallKey {
  readonly call: string
  readonly idempotencyKey: string | undefined
}

/**
 * Makes tickets for one person, given or sold in person, in one transaction that holds the event: the limit of courtesies, a
 * promoter's part, the stock, the tickets, what was taken and the audit row come together or not at all. They are delivered to the recipient's own
 * contacts alone; the issuer sees no code, and nothing of the answer depends on the recipient's account. Throws what
 * `generateTicket` declares, for promoters what `rrppGenerateTicket` does. The same key issues once.
 */
export async function issueInHand(
  app: App,
  actor: Actor,
  eventId: ActableEventId,
  wanted: IssueInHand,
  { call, idempotencyKey }: CallKey,
): Promise<IssuedTickets> {
  const key = await ensureActiveKey(app)
  const request = { call, eventId, ...wanted }
  return once(app, { actorId: actor.userId, key: idempotencyKey, request }, (app) => {
    const issuanceId = newId()
    const act = { audit: 'ticket.generate', object: ['issuance', issuanceId] } as const
    return actOnEvent(app, actor, eventId, act, async (app, { event, record }) => {
      const part = wanted.isPromoter ? await lockPart(app, actor, eventId) : null
      const facts = await findIssuanceFacts(app, eventId)
      if (facts.closed === 'company') throw new Failure('company_not_approved')
      if (facts.closed !== null) throw new Failure('event_state')
      const { recipient, known } = await recipientOf(app, actor, wanted)
      const { type, kind, priceCents } = accept(decideIssuance(facts, wanted, part), facts, part)
      const contacts = contactsOf(wanted.to, recipient)
      const macs = macsOf(app, contacts, recipient.id)
      if (part && kind === 'courtesy') {
        if (await isOwn(app, actor, contacts, recipient.id)) throw new Failure('issued_to_self')
        const takenBy = await findCourtesyOf(app, { eventId, typeId: type.id, macs, userId: recipient.id })
        if (takenBy) throw takenFailure(type.name, takenBy)
      }
      const { quantity } = wanted
      const line = { typeId: type.id, quantity }
      const as = kind === 'courtesy' ? 'courtesy' : 'sold'
      // Orders lock the stock alone: they may have taken places since the facts were read.
      if (!(await issuePlaces(app, { eventId, buyerId: null, lines: [line], as }))) throw new Failure('sold_out')
      const made = { kind, priceCents, madeBy: actor.userId, promoId: part?.id ?? null }
      const { name = null, mail = null, phone = null } = known ?? {}
      const of = { recipientName: name, recipientMail: mail, recipientPhone: phone }
      const toWhom = { recipientMac: macs.phone, recipientMailMac: macs.mail, ...of }
      await insertIssuance(app, { id: issuanceId, eventId, ...line, ...made, ...toWhom })
      const lines = [{ ...line, priceCents, feeCents: 0 }]
      const ticketIds = await issueByHand(app, key, { issuanceId, eventId, buyerId: recipient.id, lines, kind })
      const subject = { companyId: event.company_id, eventId, ...(part && { promoId: part.id }) }
      await recordSale(app, subject, ticketIds, priceCents)
      const after = { eventId, kind, ...line, priceCents, holderId: recipient.id, ticketIds }
      record({ after: { ...after, ...(part && { promoId: part.id }) } })
      app.afterCommit(({ bus }) => publishChange(bus, [`account:${recipient.id}`]))
      const left = part && { ...part, usesLeft: part.usesLeft - (kind === 'courtesy' ? quantity : 0) }
      return {
        kind,
        ticketIds,
        type: { id: type.id, name: type.name },
        quantity,
        amount: toPesos(priceCents * quantity),
        sentTo: await sentTo(app, known ?? wanted.to, ticketIds),
        courtesyAvailability: availabilityOf(await findIssuanceFacts(app, eventId), left),
      }
    })
  })
}

/** An organizer names anybody who has an account by their id, a promoter the people they know (rule R12.11). What was typed is what they know. */
async function recipientOf(
  app: Tx,
  actor: Actor,
  { to, isPromoter }: IssueInHand,
): Promise<{ recipient: Recipient; known: KnownContacts | null }> {
  const missing = isPromoter ? 'missing_user_data' : 'missing_person'
  if (to.userId === undefined) {
    const recipient = await findRecipient(app, actor, to, missing)
    const { name = null, mail, phone } = to
    const typed = {
      mail: mail === undefined ? null : mailSpelling(mail),
      phone: phone === undefined ? null : readPhone(phone),
    }
    return { recipient, known: { name, ...typed } }
  }
  if (!isPromoter) return { recipient: await findRecipient(app, actor, to, missing), known: null }
  const { states, known } = await namedById(app, actor, to.userId)
  const recipient = await findRecipient(app, actor, to, 'missing_user_data', states)
  return { recipient, known: { ...known, name: known.name ?? maskName(recipient.name) } }
}

type Recipient = Awaited<ReturnType<typeof findRecipient>>

interface Contacts {
  readonly phone: string | null
  readonly mail: string | null
}

/** What a ticket goes to: the typed contacts, or those that the chosen account can be told by. */
function contactsOf(to: NamedRecipient, { phone, mail, state, isPhoneProved, isMailProved }: Recipient): Contacts {
  if (to.userId === undefined) {
    return {
      phone: to.phone === undefined ? null : readPhone(to.phone),
      mail: to.mail === undefined ? null : mailSpelling(to.mail),
    }
  }
  const isPending = state === 'pending'
  return { phone: isPhoneProved || isPending ? phone : null, mail: isMailProved || isPending ? mail : null }
}

/** Whether a promoter names themselves, by either contact or another spelling of their mailbox too: the issuer never has the code. */
async function isOwn(app: Core, { userId }: Actor, { phone, mail }: Contacts, recipientId: string): Promise<boolean> {
  if (recipientId === userId) return true
  const own = await findReachable(app, userId)
  const isMailbox = mail !== null && !!own?.mail && mailboxOf(own.mail) === mailboxOf(mail)
  return isMailbox || (phone !== null && own?.phone === phone)
}

/**
 * What is kept of the phone and the mailbox that a ticket went to; of a person without a phone of their own, the account. They are known
 * again, and nobody can read them.
 */
function macsOf({ vault }: Core, { phone, mail }: Contacts, recipientId: string): RecipientMacs {
  return {
    phone: vault.mac('issuance-recipient', phone ?? recipientId),
    mail: mail === null ? null : vault.mac('issuance-recipient-mail', mailboxOf(mail)),
  }
}

function accept(decision: IssuanceDecision, { courtesyLimit }: IssuanceFacts, part: Grant | null) {
  if (!('refused' in decision)) return decision
  const { refused, available, bound, remainingCents } = decision
  if (refused === 'debt_limit') throw debtFailure(remainingCents ?? 0)
  const details = available === undefined ? undefined : { available, ...(bound && { bound }) }
  if (refused !== 'courtesy_limit' || available === undefined) throw new Failure(refused, details)
  const message = part && bound === 'promo' ? ofPart(available, part.maxUses) : ofEvent(available, courtesyLimit)
  throw new Failure(refused, details, { message })
}

function takenFailure(typeName: string, by: 'phone' | 'mail'): Failure {
  const message = `Ya existe una entrada de tipo ${typeName} para este ${by === 'phone' ? 'número de WhatsApp' : 'mail'}`
  return new Failure('courtesy_taken', undefined, { message })
}

function ofEvent(available: number, limit: number): string {
  return available === 0
    ? `Ya se dieron las ${limit} cortesías que admite este evento`
    : `${available === 1 ? 'Queda 1 cortesía' : `Quedan ${available} cortesías`} de las ${limit} que admite este evento`
}

function ofPart(available: number, most: number): string {
  if (most === 0) return 'El organizador todavía no te dio cortesías en este evento'
  return available === 0
    ? `Ya usaste ${most === 1 ? 'tu cortesía' : `tus ${most} cortesías`} de este evento`
    : `Te ${available === 1 ? 'queda 1 cortesía' : `quedan ${available} cortesías`} de tus ${most}`
}

function debtFailure(remainingCents: number): Failure {
  const message =
    remainingCents === 0
      ? 'Llegaste al tope de efectivo: rendile al organizador lo que cobraste para seguir vendiendo'
      : `Hasta rendir lo que cobraste podés vender por ${formatMoney(remainingCents)} más`
  return new Failure('debt_limit', { remainingCents }, { message })
}

/** An entry for each ticket, so that one of several can be cancelled; a promoter's money is their debt to the company. */
async function recordSale(app: Tx, of: EntrySubject, ticketIds: readonly string[], priceCents: number): Promise<void> {
  const sale = { priceCents, feeCents: 0, absorbedFeeCents: 0 }
  const entries = of.promoId === undefined ? saleEntries(sale) : cashSaleEntries(sale)
  for (const ticketId of ticketIds) await recordEntries(app, { ...of, ticketId }, entries)
}

/**
 * Where the tickets are sent, masked, as far as the issuer knows it: of a person named by their contacts the typed ones, of one whom a
 * promoter named by an id what they knew. So the issuer does not learn whether there is an account, or its other contact.
 */
async function sentTo(
  app: Core,
  to: NamedRecipient | KnownContacts,
  [ticketId = '']: readonly string[],
): Promise<IssuedTickets['sentTo']> {
  const isChosen = 'userId' in to && to.userId !== undefined
  const reached = isChosen ? await findTicket(app, ticketId) : undefined
  const mail = reached ? reached.holderMail : to.mail
  const typed = reached ? reached.holderPhone : to.phone
  const phone = reached || !typed ? typed : readPhone(typed)
  return openChannels(app).flatMap((channel): IssuedTickets['sentTo'] => {
    const contact = channel === 'mail' ? mail : phone
    if (!contact) return []
    return [{ channel, to: channel === 'mail' ? maskMail(contact) : maskPhone(contact) }]
  })
}
