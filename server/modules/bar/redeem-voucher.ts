import { redeemVoucher as endpoint } from '#contract/sales/bar.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import type { App, Tx } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { markRedeemed } from '#server/modules/drinks/store.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { isCovered, readCode, refuseTicket } from './judge-ticket.ts'
import { listVouchers, lockTicket } from './queries.ts'

/**
 * Serves a drink once, however many bars scan its ticket at the same time. A refund at the same moment either comes
 * first, and the drink is refused, or finds it redeemed. Throws the codes of the door, `drink_voucher_redeemed` with who served it.
 */
export function redeemVoucher(
  app: App,
  {
    actor,
    proof: id,
    body,
    idempotencyKey: key,
  }: Pick<Call<typeof endpoint>, 'actor' | 'proof' | 'body' | 'idempotencyKey'>,
): Promise<Answer<typeof endpoint>> {
  const code = readCode(body.code)
  const request = { call: endpoint.path, id, code: body.code }
  return once(app, { actorId: actor.userId, key, request }, async (app) => {
    const { voucher, ticket } = await lockTicket(app, id)
    refuseTicket(ticket, code, voucher.eventId)
    const served = () => getVoucher(app, actor.userId, id)
    const earlier = await served()
    if (earlier.redeemedAt !== null) throw redeemedAlready(earlier)
    if (!isCovered(ticket, voucher)) throw new Failure('ticket_inactive', { reason: 'refunded' })
    if (!(await markRedeemed(app, id, actor.userId))) throw redeemedAlready(await served())
    await audit(app, actor, 'drink_voucher.redeem', ['drink_voucher', id], { after: { ticketId: ticket.id } })
    app.afterCommit(({ bus }) => publishChange(bus, [`account:${ticket.holderId}`]))
    return { voucher: await served() }
  })
}

function redeemedAlready({ redeemedAt, redeemedBy }: { redeemedAt: string | null; redeemedBy: string | null }) {
  return new Failure('drink_voucher_redeemed', { redeemedAt, redeemedBy: redeemedBy ?? 'Usuario' })
}

export async function getVoucher(app: App | Tx, userId: string, id: string) {
  const [voucher] = await listVouchers(app, userId, { id })
  if (!voucher) throw new Failure('drink_voucher_not_found')
  return voucher
}
