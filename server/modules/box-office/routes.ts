import * as contract from '#contract/sales/box-office.ts'
import { bind } from '#server/http/bound.ts'
import { cancelTicket } from './cancel-ticket.ts'
import { generateCourtesy, generateTicket, organizerGenerateTicket } from './generate-ticket.ts'
import { getIssueOptions } from './queries.ts'

export const routes = [
  bind(contract.getIssueOptions, getIssueOptions),
  bind(contract.generateCourtesy, generateCourtesy),
  bind(contract.generateTicket, generateTicket),
  bind(contract.organizerGenerateTicket, organizerGenerateTicket),
  bind(contract.cancelTicket, cancelTicket),
]
