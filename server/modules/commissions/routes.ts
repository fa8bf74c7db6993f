import * as contract from '#contract/events/commissions.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { getOwnSettlementReceipt, getSettlementReceipt, ownSettlementsTable } from './documents.ts'
import { getPosition, listOwn } from './queries-settlements.ts'
import { confirmSettlement, settlePromoter, withdrawSettlement } from './settle-promoter.ts'

export const routes = [
  bind(contract.getPromoterPosition, getPosition),
  bind(contract.settlePromoter, settlePromoter),
  bind(contract.withdrawSettlement, withdrawSettlement),
  bind(contract.getSettlementReceipt, getSettlementReceipt),
  bind(contract.confirmSettlement, confirmSettlement),
  bind(contract.getOwnSettlementReceipt, (app, { proof, count }) => getOwnSettlementReceipt(app, proof, count)),
  ...bindList(
    contract.listOwnSettlements,
    [contract.exportOwnSettlements, contract.exportOwnSettlementsSheet],
    listOwn,
    ownSettlementsTable,
  ),
]
