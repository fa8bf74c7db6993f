import * as own from '#contract/events/promoter-desk.ts'
import { bind } from '#server/http/bound.ts'
import { listPromotedEvents } from './list-promoted-events.ts'
import { getReferralCode, getReferralMetrics } from './referral.ts'

export const routes = [
  bind(own.getPromotedEvents, listPromotedEvents),
  bind(own.getReferralCode, getReferralCode),
  bind(own.getReferralMetrics, getReferralMetrics),
]
