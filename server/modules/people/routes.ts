import * as contract from '#contract/accounts/people.ts'
import * as promoters from '#contract/accounts/people-promoters.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { assignableRoles } from './assignable-roles.ts'
import { changeRole } from './change-role.ts'
import { usersTable } from './documents.ts'
import { lookUpPhone } from './look-up-phone.ts'
import { isWholeContact, listUsers, searchPeople } from './queries.ts'
import { listRrppPeople, searchForRrpp } from './search-for-rrpp.ts'

export const routes = [
  ...bindList(
    contract.getUsersDashboard,
    [contract.exportUsersDashboard, contract.exportUsersDashboardSheet],
    async (app, call) => {
      const { username } = call.query
      if (username !== undefined && isWholeContact(username)) await call.count()
      return listUsers(app, call)
    },
    usersTable,
  ),
  bind(contract.getRoles, async (_app, { actor }) => ({ roles: [...assignableRoles(actor.roles)] })),
  bind(contract.changeRole, (app, { actor, body, waitFor }) => changeRole(app, actor, body, waitFor)),
  bind(contract.searchUsers, async (app, { actor, query }) => ({ users: await searchPeople(app, actor, query.query) })),
  bind(contract.searchByPhone, (app, { actor, query, waitFor }) => lookUpPhone(app, actor, query.phone, waitFor)),
  bind(promoters.searchForRrpp, searchForRrpp),
  bind(promoters.getRrppPeople, listRrppPeople),
]
