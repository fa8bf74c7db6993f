import * as contract from '#contract/sales/bar.ts'
import { bind } from '#server/http/bound.ts'
import { findVouchers } from './find-vouchers.ts'
import { redeemVoucher } from './redeem-voucher.ts'
import { undoRedemption } from './undo-redemption.ts'

export const routes = [
  bind(contract.findVouchers, findVouchers),
  bind(contract.redeemVoucher, redeemVoucher),
  bind(contract.undoRedemption, undoRedemption),
]
