/** What a promoter of an event may give and sell, and what they earn (rules R12.3 to R12.7). */
import * as z from 'zod/mini'
import { instant } from '#contract/values/date-schemas.ts'
import { cents } from '#contract/values/money-schemas.ts'

/** Most courtesies of one promoter in one event. */
export const MAX_USES = 10_000

/** Moments at which a commission is earned: the payment, or the scan at the door. */
export const EARNED_ON = ['sale', 'arrival'] as const

/** On each ticket: of its price after discounts and without the service fee, or an amount. Exactly one is given. */
export const commissionTerms = z.object({
  /** With at most two decimals. */
  percent: z.nullable(z.number()),
  fixedCents: z.nullable(cents),
  earnedOn: z.enum(EARNED_ON),
})
export type CommissionTerms = z.infer<typeof commissionTerms>

/** A promoter's part in one event. */
export const promo = z.object({
  /** Courtesies left to give; never below 0, also when the maximum was lowered afterwards. */
  remainingUses: z.int(),
  maxUses: z.int(),
  isActive: z.boolean(),
  /** Null for every type of the event. */
  allowedTypes: z.nullable(z.array(z.object({ id: z.uuid(), name: z.string() }))),
  /** From then on nothing is given or sold by hand. */
  closesAt: z.nullable(instant),
  isListClosed: z.boolean(),
  canSellInPerson: z.boolean(),
  /** Cash that may be in the promoter's hands at once; null without a limit. */
  debtLimitCents: z.nullable(cents),
  /** Of what is sold from now on; null: none. */
  commission: z.nullable(commissionTerms),
})
export type Promo = z.infer<typeof promo>
