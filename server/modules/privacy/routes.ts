import * as contract from '#contract/accounts/privacy.ts'
import { bind } from '#server/http/bound.ts'
import { bindList } from '#server/http/list-export.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { deletionsTable } from './documents.ts'
import { downloadExport, linkExport } from './link-export.ts'
import { getDeletion, getExport, getMyDeletions, listDeletions, listExports } from './queries.ts'
import { requestDeletion } from './request-deletion.ts'
import { requestExport } from './request-export.ts'
import { resolveDeletion } from './resolve-deletion.ts'

export const routes = [
  bind(contract.requestDeletion, requestDeletion),
  bind(contract.getMyDeletions, (app, { actor }) => getMyDeletions(app, actor)),
  bind(contract.cancelDeletion, (app, { actor, params }) => cancelDeletion(app, actor, params.id)),
  ...bindList(
    contract.listDeletions,
    [contract.exportDeletions, contract.exportDeletionsSheet],
    listDeletions,
    deletionsTable,
  ),
  bind(contract.getDeletion, (app, { actor, params }) => getDeletion(app, actor, params.id)),
  bind(contract.resolveDeletion, resolveDeletion),
  bind(contract.requestExport, (app, { actor }) => requestExport(app, actor)),
  bind(contract.listExports, async (app, { actor }) => ({ exports: await listExports(app, actor.userId) })),
  bind(contract.getExport, (app, { actor, params }) => getExport(app, actor, params.id)),
  bind(contract.linkExport, linkExport),
  bind(contract.downloadExport, downloadExport),
]
