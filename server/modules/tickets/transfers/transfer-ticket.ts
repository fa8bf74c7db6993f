/** A ticket goes from its holder to another person, at once and for good. */
import type { Answer } from '#contract/api/endpoint.ts'
import { maskName } from '#contract/values/phone.ts'
import { TRANSFERS_PER_TICKET, type transferTicket as endpoint } from '#contract/sales/tickets.ts'
import { inTransaction, type App, type Core } from '#server/context.ts'
import type { AuditOrigin } from '#server/db/audit.ts'
import { take } from '#server/db/limits.ts'
import type { Call } from '#server/http/bound.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { queueTicketDeliveries } from '#server/modules/notifications/queue-ticket-deliveries.ts'
import { dropPdfs } from '#server/modules/papers/store.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { newId } from '#server/shared/ids.ts'
import { ticketCodeHash } from '#server/shared/qr.ts'
import { tryAgain } from '#server/shared/try-again.ts'
import { findPerson, findRecipient, type NamedRecipient } from '../find-recipient.ts'
import { codeSigner } from '../issuing/cache.ts'
import { findTicket, isBeingRefunded, type TicketRow } from '../queries.ts'
import { handOver } from '../store.ts'
import { ticketTransferred } from './notify-givers.ts'

/** Who holds the ticket, as far as that was shown: by a session, or by a code to the contact that it was bought with. */
export interface Giver extends AuditOrigin {
  readonly userId: string
}

/** By its holder's session. */
export function transferTicket(
  app: App,
  { actor, proof: ticketId, body }: Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'body'>,
): Promise<Answer<typeof endpoint>> {
  return handTicketOver(app, actor, ticketId, body)
}

/**
 * Hands the ticket over. Its epoch grows, so that code, link and documents of the giver die with this commit. Its delivery to
 * the receiver and the notice to the giver are queued. The payer stays, because refunds go there. Of a transfer, another one,
 * a scan and a refund at the same moment one wins (invariant T2). The answer depends on nothing that the receiver's account says:
 * an age limit holds on the receiver's side (`isBarredByAge`).
 */
export async function handTicketOver(
  app: App,
  giver: Giver,
  ticketId: string,
  to: NamedRecipient & { readonly toUserId?: string | undefined },
): Promise<Answer<typeof endpoint>> {
  const sign = await codeSigner(app)
  return inTransaction(app, async (app) => {
    const ticket = await findTicket(app, ticketId)
    if (!ticket || ticket.holderId !== giver.userId) throw new Failure('ticket_not_found')
    await refuse(app, ticket)
    const { isOver, waitSeconds } = await take(app, 'transfer', giver.userId)
    if (isOver) throw tryAgain(app.clock, 'transfer_day_limit', waitSeconds)
    const { toUserId: userId, ...named } = to
    const receiver = await findRecipient(app, giver, { userId, ...named }, 'missing_user_data')
    if (receiver.id === giver.userId) throw new Failure('transfer_to_self')
    const epoch = ticket.epoch + 1
    const { keyId, eventNumber, typePosition } = ticket
    const transferId = newId()
    const isHandedOver = await handOver(app, {
      transferId,
      ticketId,
      giverId: giver.userId,
      receiverId: receiver.id,
      fromEpoch: ticket.epoch,
      codeHash: ticketCodeHash(sign({ keyId, eventNumber, ticketId, epoch, typePosition })),
      limit: TRANSFERS_PER_TICKET,
      origin: giver.origin,
    })
    if (!isHandedOver) {
      // Something else won since both were read.
      await findPerson(app, receiver.id)
      throw new Failure('ticket_not_valid')
    }
    app.afterCommit(({ bus }) => publishChange(bus, [`account:${giver.userId}`, `account:${receiver.id}`]))
    await dropPdfs(app, [ticketId])
    await queueTicketDeliveries(app, [[{ ticketId, epoch }]])
    // The giver may know the phone alone, and reads no more of the name than a look-up of it gives (rule R6.10).
    const receiverName = maskName(receiver.name)
    await notify(app, ticketTransferred, { transferId, receiverName }, transferId)
    return { ticketId }
  })
}

async function refuse(app: Core, ticket: TicketRow): Promise<void> {
  if (ticket.transferProblem) throw new Failure(ticket.transferProblem)
  if (await isBeingRefunded(app, ticket.id)) throw new Failure('ticket_refunding')
}
