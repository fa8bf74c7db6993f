import * as contract from '#contract/sales/box-office.ts'
import * as promoters from '#contract/sales/box-office-promoters.ts'
import { bind } from '#server/http/bound.ts'
import { cancelIssuedTicket, cancelTicket } from './cancel-ticket.ts'
import {
  generateCourtesy,
  generateTicket,
  organizerGenerateTicket,
  rrppGenerateTicket,
  rrppGenerateTicketToo,
} from './generate-ticket.ts'
import { getPromoByRrpp } from './get-promoter-options.ts'
import { getIssueOptions } from './queries.ts'

export const routes = [
  bind(contract.getIssueOptions, getIssueOptions),
  bind(contract.generateCourtesy, generateCourtesy),
  bind(contract.generateTicket, generateTicket),
  bind(contract.organizerGenerateTicket, organizerGenerateTicket),
  bind(contract.cancelTicket, cancelTicket),
  bind(promoters.getPromoByRrpp, getPromoByRrpp),
  bind(promoters.rrppGenerateTicket, rrppGenerateTicket),
  bind(promoters.rrppGenerateTicketToo, rrppGenerateTicketToo),
  bind(promoters.cancelIssuedTicket, cancelIssuedTicket),
]
