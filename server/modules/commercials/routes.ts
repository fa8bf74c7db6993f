import * as contract from '#contract/events/commercials.ts'
import { bind } from '#server/http/bound.ts'
import { assignCommercial, removeCommercial } from '#server/modules/events/staff/assign-commercial.ts'
import { listCommercialEvents, listCommercials } from './queries-commercials.ts'

export const routes = [
  bind(contract.listCommercials, listCommercials),
  bind(contract.listCommercialEvents, listCommercialEvents),
  bind(contract.assignCommercial, assignCommercial),
  bind(contract.removeCommercial, removeCommercial),
]
