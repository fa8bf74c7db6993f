import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { leaveCompany } from './leave-company.ts'
import { pages } from './page.ts'
import { sections } from './queries-export.ts'
import { listCompanyPages } from './queries.ts'
import { routes } from './routes.ts'

export const companies: Module = {
  name: 'companies',
  tables: ['companies', 'company_members', 'payment_accounts'],
  pictures: ['companies.image_id'],
  routes,
  rules,
  pages,
  listPages: listCompanyPages,
  person: { erase: { company: (app, { userId }) => leaveCompany(app, userId) }, sections },
}
