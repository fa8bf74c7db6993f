import * as contract from '#contract/events/commercials.ts'
import * as costs from '#contract/events/commercials-costs.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { assignCommercial, removeCommercial } from '#server/modules/events/staff/assign-commercial.ts'
import { costsTable } from './documents.ts'
import { listCommercialEvents, listCommercials } from './queries-commercials.ts'
import { listCosts } from './queries-costs.ts'
import { createCost, deleteCost, updateCost } from './save-cost.ts'

export const routes = [
  bind(contract.listCommercials, listCommercials),
  bind(contract.listCommercialEvents, listCommercialEvents),
  bind(contract.assignCommercial, assignCommercial),
  bind(contract.removeCommercial, removeCommercial),

  ...bindList(costs.listCosts, [costs.exportCosts, costs.exportCostsSheet], listCosts, costsTable),
  bind(costs.createCost, createCost),
  bind(costs.updateCost, updateCost),
  bind(costs.deleteCost, deleteCost),
]
