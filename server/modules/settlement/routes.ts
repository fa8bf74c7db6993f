import * as contract from '#contract/companies/settlement.ts'
import { bindList } from '#server/http/list-export.ts'
import { settlementTable } from './documents.ts'
import { getSettlement } from './queries-settlement.ts'

export const routes = [
  ...bindList(
    contract.getSettlement,
    [contract.exportSettlement, contract.exportSettlementSheet],
    getSettlement,
    settlementTable,
  ),
]
