import * as contract from '#contract/notices.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { noticePeopleTable } from './documents.ts'
import { getNotices, listNoticePeople } from './queries.ts'
import { retryNotice, sendCancellation } from './send-cancellation.ts'

export const routes = [
  bind(contract.getNotices, (app, { proof }) => getNotices(app, proof)),
  bind(contract.sendCancellation, (app, { actor, proof }) => sendCancellation(app, actor, proof)),
  bind(contract.retryNotice, (app, { actor, proof, params }) => retryNotice(app, actor, proof, params.noticeId)),
  ...bindList(
    contract.listNoticePeople,
    contract.exportNoticePeople,
    (app, { actor, params, query }) => listNoticePeople(app, actor, params, query),
    noticePeopleTable,
  ),
]
