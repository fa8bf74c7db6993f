import { getCompany } from '#contract/companies.ts'
import { bind } from '#server/http/bound.ts'
import { getCompanyProfile } from './queries.ts'

export const routes = [bind(getCompany, (app, { params }) => getCompanyProfile(app, params.nameOrId))]
