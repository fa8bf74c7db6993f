/** Notifies a commercial, and the owners of the company, that an event has them or has them no more. */
import type { App, Core } from '#server/context.ts'
import { listOwners } from '#server/modules/companies/payment-account/queries.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { commercialMail } from './messages.ts'
import { notifyStaff } from './notify-staff.ts'
import { findLookedAfter } from './queries-commercial.ts'

interface About {
  readonly eventId: string
  readonly ownerId: string
  readonly commercialId: string
  readonly act: 'assigned' | 'removed'
}

export const companyCommercialChanged = defineNotification('events.commercial-changed', {
  /** A change that was undone meanwhile is not sent, and neither is one to a person who owns the company no more. */
  async find(app: App, { eventId, ownerId, commercialId, act }: About) {
    const event = await findLookedAfter(app, eventId)
    const isStill = act === 'assigned' ? event.commercialId === commercialId : event.commercialId === null
    const owner = isStill && (await listOwners(app, event.companyId)).find(({ id }) => id === ownerId)
    return owner ? { ...owner, ...event } : undefined
  },
  mail: commercialMail,
})

/** A company is not notified of a replaced commercial: it reads who comes in their place. Call it in the transaction of the change. */
export async function notifyCommercial(
  app: Core,
  { eventId, userId, act }: { eventId: string; userId: string; act: 'assigned' | 'removed' | 'replaced' },
): Promise<void> {
  await notifyStaff(app, { eventId, userId, kind: 'COMERCIAL', act: act === 'assigned' ? act : 'removed' })
  if (act === 'replaced') return
  const { companyId } = await findLookedAfter(app, eventId)
  for (const { id: ownerId } of await listOwners(app, companyId)) {
    await notify(app, companyCommercialChanged, { eventId, ownerId, commercialId: userId, act })
  }
}
