import * as contract from '#contract/discounts.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { createDiscountCode } from './create-discount-code.ts'
import { discountCodesTable } from './documents.ts'
import { listCodes } from './queries.ts'
import { stopDiscountCode } from './stop-discount-code.ts'

export const routes = [
  bind(contract.createDiscountCode, (app, { actor, proof, body }) => createDiscountCode(app, actor, proof, body)),
  ...bindList(
    contract.listDiscountCodes,
    contract.exportDiscountCodes,
    (app, { proof, query }) => listCodes(app, proof, query),
    discountCodesTable,
  ),
  bind(contract.stopDiscountCode, (app, { actor, proof, params }) =>
    stopDiscountCode(app, actor, proof, params.codeId),
  ),
]
