import { UNDO_SECONDS, type undoRedemption as endpoint } from '#contract/sales/bar.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call } from '#server/http/bound.ts'
import { unmarkRedeemed } from '#server/modules/drinks/store.ts'
import { Failure } from '#server/shared/failure.ts'
import { publishChange } from '#server/shared/publish-change.ts'
import { isServedAgain } from './judge-ticket.ts'
import { lockTicket } from './queries.ts'
import { getVoucher } from './redeem-voucher.ts'

/**
 * Takes back what the caller redeemed within the last minute; one that is not redeemed stays so. The ticket's lock puts a refund of the same
 * moment before it or after it. Throws `redemption_final`, `redemption_refunded` once the refund of all else was requested.
 */
export function undoRedemption(
  app: App,
  { actor, proof: id }: Call<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  return inTransaction(app, async (app) => {
    const { ticket, voucher } = await lockTicket(app, id)
    const { redeemedAt } = await getVoucher(app, actor.userId, id)
    if (redeemedAt !== null) {
      if (!isServedAgain(ticket, voucher)) throw new Failure('redemption_refunded')
      if (!(await unmarkRedeemed(app, id, actor.userId, UNDO_SECONDS))) throw new Failure('redemption_final')
      await audit(app, actor, 'drink_voucher.undo', ['drink_voucher', id], { before: { redeemedAt } })
      app.afterCommit(({ bus }) => publishChange(bus, [`account:${ticket.holderId}`]))
    }
    return { voucher: await getVoucher(app, actor.userId, id) }
  })
}
