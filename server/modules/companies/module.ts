import type { Module } from '#server/module.ts'
import { rules } from './access.ts'
import { pages } from './page.ts'
import { listCompanyPages } from './queries.ts'
import { routes } from './routes.ts'

export const companies: Module = {
  name: 'companies',
  tables: ['companies', 'company_members', 'payment_accounts'],
  routes,
  rules,
  pages,
  listPages: listCompanyPages,
}
