/** Changes what a promoter may do and earns. */
import type { CommissionTerms } from '#contract/promoters/promos.ts'
import type { Tx } from '#server/context.ts'
import { addTerms, updatePromo, type PromoFields } from './store.ts'

/** A field that is undefined keeps its value. */
export interface PromoChanges extends PromoFields {
  /** Of what is sold from now on; null: none. */
  readonly commission?: CommissionTerms | null | undefined
}

/** Writes what is given of a promo (rules R12.3 to R12.7). The caller holds the event and asked who may. */
export async function changePromo(app: Tx, id: string, { commission, ...fields }: PromoChanges): Promise<void> {
  await updatePromo(app, id, fields)
  if (commission !== undefined) await addTerms(app, id, commission)
}
