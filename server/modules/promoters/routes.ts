import * as contract from '#contract/promoters/promoters-visits.ts'
import { bind } from '#server/http/bound.ts'
import { countVisit } from './count-visit.ts'

export const routes = [bind(contract.countReferralVisit, countVisit)]
