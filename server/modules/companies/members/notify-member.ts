/** Notifies a person that they joined or left a company, or that their role changed. */
import type { App, Core } from '#server/context.ts'
import { takeNoticeQuota } from '#server/modules/accounts/contact/take-notice-quota.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { memberMail, memberWhatsapp } from './messages.ts'
import { findMemberNews } from './queries.ts'

interface About {
  readonly companyId: string
  readonly userId: string
  readonly act: 'added' | 'changed' | 'removed'
}

export const memberChanged = defineNotification('companies.member-changed', {
  /** A change that was undone meanwhile is not sent. */
  async find(app: App, about: About) {
    const news = await findMemberNews(app, about)
    return news && (news.role !== null) === (about.act !== 'removed') ? news : undefined
  },
  mail: memberMail,
  whatsapp: memberWhatsapp,
})

/** Skips people who had ten notices in the last hour (`takeNoticeQuota`). Call it in the transaction of the change. */
export async function notifyMember(app: Core, about: About): Promise<void> {
  if (await takeNoticeQuota(app, about.userId)) await notify(app, memberChanged, about)
}
