/** Notifies a person that they joined or left the team of an event. */
import type { StaffKind } from '#contract/api/roles.ts'
import type { App, Core } from '#server/context.ts'
import { takeNoticeQuota } from '#server/modules/accounts/contact/take-notice-quota.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { staffMail, staffWhatsapp } from './messages.ts'
import { findStaffNews } from './queries-staff.ts'

interface About {
  readonly eventId: string
  readonly userId: string
  readonly kind: StaffKind
  readonly act: 'assigned' | 'removed'
}

export const staffChanged = defineNotification('events.staff-changed', {
  /** A change that was undone meanwhile is not sent. */
  async find(app: App, about: About) {
    const news = await findStaffNews(app, about)
    return news?.isOfTeam === (about.act === 'assigned') ? news : undefined
  },
  mail: staffMail,
  whatsapp: staffWhatsapp,
})

/** Skips people who had ten notices in the last hour (`takeNoticeQuota`). Call it in the transaction of the change. */
export async function notifyStaff(app: Core, about: About): Promise<void> {
  if (await takeNoticeQuota(app, about.userId)) await notify(app, staffChanged, about)
}
