import * as contract from '#contract/companies/settlement.ts'
import { bindList, bindSheet } from '#server/http/list-export.ts'
import { settlementTable } from './documents.ts'
import { getSettlement } from './queries-settlement.ts'

export const routes = [
  ...bindList(contract.getSettlement, contract.exportSettlement, getSettlement, settlementTable),
  bindSheet(contract.getSettlement, contract.exportSettlementSheet, getSettlement, settlementTable),
]
