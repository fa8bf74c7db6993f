/** Whether a purchase may use a discount code. Pure: a quote and the order itself are judged alike. */
import type { FailureCode } from '#contract/api/failures.ts'
import { discountCents, type Discount } from '#contract/values/prices.ts'

/** A code that was not stopped, as the database gives it; instants are milliseconds since 1970. */
export interface DiscountFacts extends Discount {
  readonly id: string
  readonly code: string
  /** Null for every type of its event. */
  readonly typeIds: readonly string[] | null
  readonly maxUses: number | null
  readonly perPersonLimit: number | null
  /** Orders that hold or were paid with it. */
  readonly uses: number
  readonly startsAtMs: number | null
  readonly endsAtMs: number | null
}

export interface DiscountUses {
  /** Of the code, and of the person, without the order that this one replaces. */
  readonly uses: number
  readonly usesOfPerson: number
  /** The account proved neither mail nor phone. */
  readonly isUnproved: boolean
}

export interface DiscountUse extends DiscountUses {
  readonly atMs: number
  readonly types: readonly { readonly id: string; readonly priceCents: number }[]
}

/** The discount on one ticket of a type; none on types that the code is not for. */
export function discountOf(code: DiscountFacts, type: { readonly id: string; readonly priceCents: number }): number {
  return code.typeIds === null || code.typeIds.includes(type.id) ? discountCents(type.priceCents, code) : 0
}

/** Returns why the code is refused; null when it is not. */
export function refusalOfDiscount(code: DiscountFacts, use: DiscountUse): FailureCode | null {
  if ((code.startsAtMs ?? -Infinity) > use.atMs || (code.endsAtMs ?? Infinity) <= use.atMs) return 'discount_not_open'
  if (!use.types.some((type) => discountOf(code, type) > 0)) return 'discount_other_types'
  return refusalOfUses(code, use)
}

/**
 * Returns why the code has no use left for this person; null when it has. A code with a limit per person is refused to
 * unverified accounts, because one person may have many.
 */
export function refusalOfUses(
  code: Pick<DiscountFacts, 'maxUses' | 'perPersonLimit'>,
  use: DiscountUses,
): FailureCode | null {
  if (code.maxUses !== null && use.uses >= code.maxUses) return 'discount_used_up'
  if (code.perPersonLimit === null) return null
  if (use.isUnproved) return 'contact_unproved'
  return use.usesOfPerson >= code.perPersonLimit ? 'discount_person_limit' : null
}
