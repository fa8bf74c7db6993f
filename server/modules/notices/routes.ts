import * as moves from '#contract/notices-moves.ts'
import * as contract from '#contract/notices.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { noticePeopleTable } from './documents.ts'
import { getNotices, listNoticePeople } from './queries.ts'
import { readMove, readOwnMove } from './read-move.ts'
import { retryNotice, sendCancellation } from './send-cancellation.ts'
import { claimMoveRefund } from './claim-move-refund.ts'

export const routes = [
  bind(moves.getMove, (app, { actor, params, query }) => readMove(app, actor, params.id, query.token)),
  bind(moves.getOwnMove, (app, { actor, query }) => readOwnMove(app, actor, query.eventId)),
  bind(moves.claimMoveRefund, (app, { actor, origin, params, body }) =>
    claimMoveRefund(app, { actor, origin }, params.id, body),
  ),
  bind(contract.getNotices, (app, { proof }) => getNotices(app, proof)),
  bind(contract.sendCancellation, (app, { actor, proof }) => sendCancellation(app, actor, proof)),
  bind(contract.retryNotice, (app, { actor, proof, params }) => retryNotice(app, actor, proof, params.noticeId)),
  ...bindList(contract.listNoticePeople, contract.exportNoticePeople, listNoticePeople, noticePeopleTable),
]
