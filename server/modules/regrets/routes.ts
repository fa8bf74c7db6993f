import * as contract from '#contract/sales/regrets.ts'
import { bind } from '#server/http/bound.ts'
import { confirmRegret } from './confirm-regret.ts'
import { nameOrder } from './name-order.ts'
import { listRegrets } from './queries-managed.ts'
import { resolveRegret } from './resolve-regret.ts'
import { readRegret } from './read-regret.ts'
import { submitRegret } from './submit-regret.ts'

export const routes = [
  bind(contract.submitRegret, submitRegret),
  bind(contract.getRegret, readRegret),
  bind(contract.confirmRegret, confirmRegret),
  bind(contract.listRegrets, listRegrets),
  bind(contract.nameRegretOrder, nameOrder),
  bind(contract.resolveRegret, resolveRegret),
]
