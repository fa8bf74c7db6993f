import {
  exportSettlement,
  exportSettlementSheet,
  getSettlement as getSettlementEndpoint,
} from '#contract/settlement.ts'
import type { App } from '#server/context.ts'
import { bindList, bindSheet } from '#server/http/list-export.ts'
import type { Call } from '#server/http/bound.ts'
import { settlementTable } from './documents.ts'
import { getSettlement } from './queries-settlement.ts'

const answer = (app: App, { proof, query }: Call<typeof getSettlementEndpoint>) => getSettlement(app, proof, query)

export const routes = [
  ...bindList(getSettlementEndpoint, exportSettlement, answer, settlementTable),
  bindSheet(getSettlementEndpoint, exportSettlementSheet, answer, settlementTable),
]
