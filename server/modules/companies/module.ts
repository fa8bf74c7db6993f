import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { sendNotifications } from '#server/modules/notifications/notify.ts'
import { rules } from './access.ts'
import { feesChanged } from './fees/notify-fees.ts'
import { leaveCompany } from './leave-company.ts'
import { memberChanged } from './members/notify-member.ts'
import { memberConfirmed, notifyMemberInviter } from './members/notify-member-inviter.ts'
import { pages } from './page.ts'
import { sections } from './queries-export.ts'
import { careForAccounts } from './payment-account/care-for-accounts.ts'
import { accountChanged } from './payment-account/notify-account.ts'
import { TOKEN_LABEL } from './payment-account/queries.ts'
import { suspectAccount } from './payment-account/suspect-account.ts'
import { listCompanyPages } from './queries.ts'
import { routes } from './routes.ts'

export const companies: Module = {
  name: 'companies',
  tables: [
    'companies',
    'company_slugs',
    'company_members',
    'payment_accounts',
    'payment_account_requests',
    'company_fees',
    'company_fiscal_data',
  ],
  pictures: ['companies.image_id', 'companies.cover_id'],
  routes,
  handlers: {
    'companies.care-for-accounts': (app, _payload, stopping) => careForAccounts(app, stopping),
    'companies.look-for-inviter': (app, payload) => notifyMemberInviter(app, payload),
    'companies.notify': sendNotifications([feesChanged, accountChanged, memberChanged, memberConfirmed]),
  } satisfies HandlersOf<'companies'>,
  rules,
  pages,
  listPages: listCompanyPages,
  sealed: [
    { table: 'payment_accounts', column: 'access_token_sealed', label: TOKEN_LABEL },
    { table: 'payment_accounts', column: 'refresh_token_sealed', label: TOKEN_LABEL },
  ],
  hooks: { noticeRefusedAccount: suspectAccount },
  person: {
    merge: { memberships: 'companies_move_members' },
    erase: { company: (app, { userId }) => leaveCompany(app, userId) },
    sections,
  },
}
