import * as moves from '#contract/events/notices-moves.ts'
import * as contract from '#contract/events/notices.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { noticePeopleTable } from './documents.ts'
import { getNotices, listNoticePeople } from './queries.ts'
import { readMove, readOwnMove } from './read-move.ts'
import { retryNotice, sendCancellation } from './send-cancellation.ts'
import { claimMoveRefund } from './claim-move-refund.ts'

export const routes = [
  bind(moves.getMove, readMove),
  bind(moves.getOwnMove, readOwnMove),
  bind(moves.claimMoveRefund, claimMoveRefund),
  bind(contract.getNotices, (app, { proof }) => getNotices(app, proof)),
  bind(contract.sendCancellation, sendCancellation),
  bind(contract.retryNotice, retryNotice),
  ...bindList(
    contract.listNoticePeople,
    [contract.exportNoticePeople, contract.exportNoticePeopleSheet],
    listNoticePeople,
    noticePeopleTable,
  ),
]
