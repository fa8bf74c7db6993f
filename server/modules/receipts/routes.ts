import * as contract from '#contract/sales/receipts.ts'
import { bind } from '#server/http/bound.ts'
import { getOrderReceipt } from './documents.ts'

export const routes = [
  bind(contract.getOrderReceipt, (app, { proof, count }) => getOrderReceipt(app, proof, count)),
  bind(contract.getGuestReceipt, (app, { proof, count }) => getOrderReceipt(app, proof, count)),
]
