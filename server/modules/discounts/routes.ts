import * as contract from '#contract/events/discounts.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { createDiscountCode } from './create-discount-code.ts'
import { discountCodesTable } from './documents.ts'
import { listDiscountCodes } from './queries.ts'
import { stopDiscountCode } from './stop-discount-code.ts'

export const routes = [
  bind(contract.createDiscountCode, createDiscountCode),
  ...bindList(
    contract.listDiscountCodes,
    [contract.exportDiscountCodes, contract.exportDiscountCodesSheet],
    listDiscountCodes,
    discountCodesTable,
  ),
  bind(contract.stopDiscountCode, stopDiscountCode),
]
