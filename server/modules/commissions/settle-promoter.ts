/** A settlement of an event's promoter: what was counted, proposed by the organizer and confirmed by the promoter. */
import type { Answer } from '#contract/api/endpoint.ts'
import type * as contract from '#contract/events/commissions.ts'
import { settlePromoter as settleEndpoint } from '#contract/events/commissions.ts'
import { inTransaction, type App, type Tx } from '#server/context.ts'
import { once } from '#server/db/once.ts'
import type { Call } from '#server/http/bound.ts'
import { takeNoticeQuota } from '#server/modules/accounts/contact/take-notice-quota.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { cashHandedInEntries, promoterPaymentEntries, reversed } from '#server/modules/ledger/entry.ts'
import { recordEntries } from '#server/modules/ledger/store.ts'
import { notify } from '#server/modules/notifications/notify.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { eventTopics, publishChange } from '#server/shared/publish-change.ts'
import { accrue } from './accrue-commissions.ts'
import { settlementProposed } from './notify-proposed.ts'
import { findBalance } from './queries-balances.ts'
import { findPart, findSettlement, shownSettlement } from './queries-settlements.ts'
import { listSoldBy } from './queries.ts'
import { isStillDue, splitSettlement } from './split-settlement.ts'
import { endSettlement, insertSettlement, lockParts, withdrawOpen } from './store-settlements.ts'

/**
 * Proposes a settlement by what is due now, in place of the one that was proposed; nothing is entered until the promoter confirms it.
 * Throws `own_promoter` to a promoter who also runs the event, `nothing_to_settle`, and `settlement_amount` for more than is due or for money that goes the other way.
 */
export async function settlePromoter(
  app: App,
  { actor, proof: eventId, params: { rrppId }, body, idempotencyKey }: Call<typeof contract.settlePromoter>,
): Promise<Answer<typeof contract.settlePromoter>> {
  if (rrppId === actor.userId) throw new Failure('own_promoter')
  const request = { call: settleEndpoint.path, eventId, rrppId, ...body }
  return once(app, { actorId: actor.userId, key: idempotencyKey, request }, (app) => {
    const id = newId()
    const act = { audit: 'promoter.settle', object: ['promoter_settlement', id], isAllowedAfter: true } as const
    return actOnEvent(app, actor, eventId, act, async (app, { event, record }) => {
      const part = await findPart(app, eventId, rrppId)
      if (!part) throw new Failure('person_not_found')
      const due = await bringToDate(app, eventId, rrppId)
      if (due.owedCents === 0 && due.cashCents === 0) throw new Failure('nothing_to_settle')
      const countedCents = body.receives === 'organizer' ? body.countedCents : -body.countedCents
      const settled = splitSettlement(due, countedCents)
      if (!settled) throw new Failure('settlement_amount')
      await withdrawOpen(app, part.id)
      await insertSettlement(app, {
        id,
        promoId: part.id,
        madeBy: actor.userId,
        owedCents: due.owedCents,
        cashCents: due.cashCents,
        countedCents,
        ...settled,
      })
      record({ after: { eventId, promoterId: rrppId, countedCents, ...settled } })
      // Each proposal replaces the last: who had ten notices in the last hour finds it on their screen.
      if (await takeNoticeQuota(app, rrppId)) await notify(app, settlementProposed, { settlementId: id }, id)
      publishLater(app, { eventId, companyId: event.company_id, promoterId: rrppId })
      return shownSettlement(await getSettlement(app, id))
    })
  })
}

/** Throws `settlement_not_open` for one that was confirmed or withdrawn. */
export async function withdrawSettlement(
  app: App,
  { actor, proof: eventId, params: { rrppId, settlementId } }: Call<typeof contract.withdrawSettlement>,
): Promise<Answer<typeof contract.withdrawSettlement>> {
  const act = {
    audit: 'promoter.withdraw_settlement',
    object: ['promoter_settlement', settlementId],
    isAllowedAfter: true,
  } as const
  return actOnEvent(app, actor, eventId, act, async (app, { event }) => {
    const found = await findSettlement(app, settlementId)
    if (found?.eventId !== eventId || found.promoterId !== rrppId) throw new Failure('settlement_not_found')
    if (!(await endSettlement(app, settlementId, 'withdrawn'))) throw new Failure('settlement_not_open')
    publishLater(app, { eventId, companyId: event.company_id, promoterId: rrppId })
    return shownSettlement(await getSettlement(app, settlementId))
  })
}

/**
 * Enters what a settlement pays and takes off the debt. Holds the event, as sales in person and their cancellations do, and the
 * promoter's part, as commissions do, and counts what is due again. Throws `settlement_changed` where it would pay or take more.
 */
export async function confirmSettlement(
  app: App,
  { actor, proof: id }: Call<typeof contract.confirmSettlement>,
): Promise<Answer<typeof contract.confirmSettlement>> {
  return inTransaction(app, async (app) => {
    const { eventId, promoterId, promoId } = await getSettlement(app, id)
    const act = {
      audit: 'promoter.confirm_settlement',
      object: ['promoter_settlement', id],
      isAllowedAfter: true,
    } as const
    // The settlement is the caller's own.
    return actOnEvent(app, actor, eventId as ManagedEventId, act, async (app, { event, record }) => {
      const due = await bringToDate(app, eventId, promoterId)
      const settlement = await getSettlement(app, id)
      if (!(await endSettlement(app, id, 'confirmed'))) throw new Failure('settlement_not_open')
      if (!isStillDue(due, settlement)) throw new Failure('settlement_changed')
      const { commissionCents, handedInCents, countedCents } = settlement
      const paid = promoterPaymentEntries(Math.abs(commissionCents))
      const handedIn = cashHandedInEntries(Math.abs(handedInCents))
      await recordEntries(app, { companyId: event.company_id, eventId, promoId }, [
        ...(commissionCents < 0 ? reversed(paid) : paid),
        ...(handedInCents < 0 ? reversed(handedIn) : handedIn),
      ])
      record({ after: { eventId, promoterId, commissionCents, handedInCents, countedCents } })
      publishLater(app, { eventId, companyId: event.company_id, promoterId })
      return shownSettlement(await getSettlement(app, id))
    })
  })
}

/** Holds the promoter's parts, and enters what their sales, refunds and admissions changed until now. Returns what is due. */
async function bringToDate(app: Tx, eventId: string, promoterId: string) {
  await lockParts(app, eventId, promoterId)
  await accrue(app, await listSoldBy(app, eventId, promoterId))
  return findBalance(app, eventId, promoterId)
}

async function getSettlement(app: Tx, id: string) {
  const found = await findSettlement(app, id)
  if (!found) throw new Failure('settlement_not_found')
  return found
}

function publishLater(app: Tx, of: { eventId: string; companyId: string; promoterId: string }): void {
  app.afterCommit(({ bus }) => publishChange(bus, [...eventTopics(of), `account:${of.promoterId}`]))
}
