/** Everything that was paid for an event goes back at once, begun, paused and stopped by a person. */
import { isConfirmed } from '#contract/values/confirmation.ts'
import type {
  changeMassRefund as changeEndpoint,
  MassRefund,
  MassRefundPreview,
  previewMassRefund as previewEndpoint,
  startMassRefund as startEndpoint,
} from '#contract/sales/refunds-mass.ts'
import { toCents } from '#contract/values/money.ts'
import type { App } from '#server/context.ts'
import type { Call } from '#server/http/bound.ts'
import { actOnEvent } from '#server/modules/events/act-on-event.ts'
import type { Actor } from '#server/shared/actor.ts'
import { Failure } from '#server/shared/failure.ts'
import { newId } from '#server/shared/ids.ts'
import { changeState, insertMassRefund, keepShown, MASS_ACTS, wasShown } from '../store.ts'
import { getMassRefund, previewMassRefund } from './queries.ts'

/** Counts what a mass refund would return, and keeps that the session was shown it. */
export async function showMassRefund(
  app: App,
  { actor, proof: eventId }: Pick<Call<typeof previewEndpoint>, 'actor' | 'proof'>,
): Promise<MassRefundPreview> {
  const preview = await previewMassRefund(app, eventId)
  await keepShown(app, shownTo(actor, eventId, preview))
  return preview
}

function shownTo({ sessionId }: Actor, eventId: string, { refundable }: MassRefundPreview) {
  return { sessionId, eventId, count: refundable.count, amountCents: toCents(refundable.amount) }
}

/**
 * Begins to give back every ticket's money; it is prepared and asked for by `runMassRefunds`. Throws `owner_only`,
 * `confirmation_mismatch` when the preview's text was not typed, or was left out and the preview that this session saw in the last minutes
 * showed something else, `nothing_to_refund`, `mass_refund_running`.
 */
export async function startMassRefund(
  app: App,
  { actor, proof: eventId, body }: Pick<Call<typeof startEndpoint>, 'actor' | 'proof' | 'body'>,
): Promise<MassRefund> {
  const { reason, confirmation } = body
  demandOwner(actor)
  const preview = await previewMassRefund(app, eventId)
  const isAsShown = confirmation === undefined && (await wasShown(app, shownTo(actor, eventId, preview)))
  if (preview.confirmation !== null && !isAsShown && !isConfirmed(confirmation, preview.confirmation)) {
    throw new Failure('confirmation_mismatch')
  }
  if (preview.refundable.count === 0) throw new Failure('nothing_to_refund')
  const id = newId()
  const after = { massRefundId: id, reason, tickets: preview.refundable.count, amount: preview.refundable.amount }
  const act = { audit: 'refund.mass-start', object: ['event', eventId], after, isAllowedAfter: true } as const
  await actOnEvent(app, actor, eventId, act, async (app, { event }) => {
    const isCancelled = event.state === 'cancelled'
    const source = isCancelled ? 'event_cancelled' : actor.roles.includes('godAdmin') ? 'god_mass' : 'organizer'
    if (!(await insertMassRefund(app, { id, eventId, requestedBy: actor.userId, source, reason }))) {
      throw new Failure('mass_refund_running')
    }
  })
  return getMassRefund(app, eventId, id)
}

/**
 * Pauses, resumes or stops a mass refund; a repeated call gives its current state. Throws `owner_only`,
 * `mass_refund_not_found`, or `mass_refund_over` when its state does not allow the change.
 */
export async function changeMassRefund(
  app: App,
  { actor, proof: eventId, params: { jobId, act } }: Call<typeof changeEndpoint>,
): Promise<MassRefund> {
  demandOwner(actor)
  const before = await getMassRefund(app, eventId, jobId)
  if (MASS_ACTS[act].to.includes(before.state)) return before
  const change = { before: { state: before.state }, after: { massRefundId: jobId }, isAllowedAfter: true } as const
  const audit = { audit: `refund.mass-${act}`, object: ['event', eventId], ...change } as const
  await actOnEvent(app, actor, eventId, audit, async (app) => {
    if (!(await changeState(app, jobId, act))) throw new Failure('mass_refund_over')
  })
  return getMassRefund(app, eventId, jobId)
}

/** Of a company's people its owner alone gives back a whole event (docs/permissions.md). */
function demandOwner(actor: Actor): void {
  if (!actor.roles.includes('godAdmin') && actor.companyRole !== 'owner') throw new Failure('owner_only')
}
