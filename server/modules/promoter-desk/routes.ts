import * as own from '#contract/promoters/promoter-desk.ts'
import * as contract from '#contract/promoters/promoter-desk-promoters.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { copyPromoters } from './copy-promoters.ts'
import { promotersTable } from './documents.ts'
import { listPromotedEvents } from './list-promoted-events.ts'
import { getPromo, listPromoters } from './queries-promoters.ts'
import { getReferralCode, getReferralMetrics } from './referral.ts'
import { savePromo, updatePromoter, updatePromoters } from './update-promoters.ts'

export const routes = [
  bind(own.getPromotedEvents, listPromotedEvents),
  bind(own.getReferralCode, getReferralCode),
  bind(own.getReferralMetrics, getReferralMetrics),
  ...bindList(
    contract.listEventPromoters,
    [contract.exportEventPromoters, contract.exportEventPromotersSheet],
    listPromoters,
    promotersTable,
  ),
  bind(contract.updateEventPromoter, updatePromoter),
  bind(contract.updateEventPromoters, updatePromoters),
  bind(contract.copyEventPromoters, copyPromoters),
  bind(contract.getPromo, getPromo),
  bind(contract.savePromo, savePromo),
]
