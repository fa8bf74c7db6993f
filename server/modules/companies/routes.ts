import { getCompany, updateCompany as updateCompanyEndpoint } from '#contract/companies/companies.ts'
import * as members from '#contract/companies/companies-members.ts'
import {
  exportCompanies,
  exportCompaniesSheet,
  listCompanies as listCompaniesEndpoint,
} from '#contract/companies/companies-managed.ts'
import * as fees from '#contract/companies/companies-fees.ts'
import { getCompanyFiscalData, updateCompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import * as account from '#contract/companies/companies-payment-account.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { companiesTable } from './documents.ts'
import { getFees } from './fees/queries.ts'
import { setFees } from './fees/set-fees.ts'
import { getFiscalData } from './fiscal-data/queries.ts'
import { setFiscalData } from './fiscal-data/set-fiscal-data.ts'
import { inviteMemberAgain } from './members/invite-member-again.ts'
import { listMembers } from './members/queries.ts'
import { removeMember } from './members/remove-member.ts'
import { setMember } from './members/set-member.ts'
import { beginConnection } from './payment-account/begin-connection.ts'
import { disconnectAccount } from './payment-account/disconnect-account.ts'
import { finishConnection } from './payment-account/finish-connection.ts'
import { getPaymentAccountStatus } from './payment-account/queries.ts'
import { verifyAccount } from './payment-account/verify-account.ts'
import { updateCompany } from './profile/update-company.ts'
import { getCompanyProfile, listCompanies } from './queries.ts'

export const routes = [
  bind(getCompany, (app, { params }) => getCompanyProfile(app, params.nameOrId)),
  bind(updateCompanyEndpoint, updateCompany),
  bind(members.listCompanyMembers, listMembers),
  bind(members.setCompanyMember, setMember),
  bind(members.removeCompanyMember, removeMember),
  bind(members.inviteCompanyMemberAgain, inviteMemberAgain),
  bind(account.getPaymentAccountLink, async (app, { actor, proof, setCookie }) => {
    const { url, cookie } = await beginConnection(app, actor, proof)
    setCookie(cookie)
    return { url }
  }),
  bind(account.finishPaymentAccountLink, (app, { query, cookies, origin }) =>
    finishConnection(app, query, cookies[account.PAYMENT_ACCOUNT_COOKIE], origin),
  ),
  bind(account.verifyPaymentAccount, (app, { proof }) => verifyAccount(app, proof)),
  bind(account.getPaymentAccount, (app, { actor, proof }) => getPaymentAccountStatus(app, actor, proof)),
  bind(account.disconnectPaymentAccount, disconnectAccount),
  ...bindList(listCompaniesEndpoint, [exportCompanies, exportCompaniesSheet], listCompanies, companiesTable),
  bind(fees.getCompanyFees, (app, { proof }) => getFees(app, proof)),
  bind(fees.updateCompanyFees, setFees),
  bind(getCompanyFiscalData, (app, { actor, proof }) => getFiscalData(app, actor, proof)),
  bind(updateCompanyFiscalData, setFiscalData),
]
