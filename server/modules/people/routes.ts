import {
  changeRole as changeRoleEndpoint,
  getRoles,
  getUsersDashboard,
  searchByPhone,
  searchUsers,
} from '#contract/people.ts'
import { bind } from '#server/http/bound.ts'
import { assignableRoles } from './assignable-roles.ts'
import { changeRole } from './change-role.ts'
import { lookUpPhone } from './look-up-phone.ts'
import { listUsers, searchPeople } from './queries.ts'

export const routes = [
  bind(getUsersDashboard, (app, { actor, query }) => listUsers(app, actor, query)),
  bind(getRoles, async (_app, { actor }) => ({ roles: [...assignableRoles(actor.roles)] })),
  bind(changeRoleEndpoint, (app, { actor, body }) => changeRole(app, actor, body)),
  bind(searchUsers, async (app, { actor, query }) => ({ users: await searchPeople(app, actor, query.query) })),
  bind(searchByPhone, (app, { actor, query }) => lookUpPhone(app, actor, query.phone)),
]
