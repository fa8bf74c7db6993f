import * as own from '#contract/events/promoter-events.ts'
import { bind } from '#server/http/bound.ts'
import { listPromotedEvents } from './promoted-events.ts'
import { getReferralCode, getReferralMetrics } from './referral.ts'

export const routes = [
  bind(own.getPromotedEvents, listPromotedEvents),
  bind(own.getReferralCode, getReferralCode),
  bind(own.getReferralMetrics, getReferralMetrics),
]
