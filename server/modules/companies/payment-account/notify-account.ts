/** Notifies a company's owners, and legal, of what became of the account that the company is paid into. */
import type { App, Core } from '#server/context.ts'
import { listLegal, TEAM_MAILBOX } from '#server/modules/accounts/roles/queries.ts'
import { defineNotification, notify } from '#server/modules/notifications/notify.ts'
import { accountMail, type AccountNews } from './messages.ts'
import { findCompanyName, listOwners } from './queries.ts'

/** Legal is notified of these too (rules R7.4, R14.7). */
const OF_LEGAL_TOO: readonly AccountNews['what'][] = ['another', 'change_cancelled', 'unfunded']

interface About {
  readonly companyId: string
  /** Null for the team's mailbox. */
  readonly userId: string | null
  /** One of the platform's legal accounts, or the team's mailbox. */
  readonly isLegal: boolean
  readonly news: AccountNews
}

export const accountChanged = defineNotification('companies.account-changed', { find: findReader, mail: accountMail })

/** Notifies every owner, and legal of the gravest news or where no owner has a mail. */
export async function notifyAccount(app: Core, companyId: string, news: AccountNews): Promise<void> {
  const owners = (await listOwners(app, companyId)).filter(({ mail }) => mail)
  const legal = owners.length === 0 || OF_LEGAL_TOO.includes(news.what) ? await listLegal(app) : []
  for (const { id: userId } of owners) {
    await notify(app, accountChanged, { companyId, userId, isLegal: false, news })
  }
  for (const { id: userId } of legal) {
    await notify(app, accountChanged, { companyId, userId, isLegal: true, news })
  }
}

/** A person who is no longer owner or legal is not notified. */
async function findReader(app: App, { companyId, userId, isLegal }: About) {
  const owners = await listOwners(app, companyId)
  const readers = !isLegal ? owners : userId === null ? [TEAM_MAILBOX] : await listLegal(app)
  const reader = readers.find(({ id }) => id === userId)
  if (!reader) return undefined
  const companyName = await findCompanyName(app, companyId)
  return { ...reader, companyName, isOwner: !isLegal, hasOwners: owners.some(({ mail }) => mail) }
}
