import {
  cancelDeletion as cancelDeletionEndpoint,
  downloadExport as downloadExportEndpoint,
  getDeletion as getDeletionEndpoint,
  getExport as getExportEndpoint,
  getMyDeletions as getMyDeletionsEndpoint,
  linkExport as linkExportEndpoint,
  listDeletions as listDeletionsEndpoint,
  listExports as listExportsEndpoint,
  requestDeletion as requestDeletionEndpoint,
  requestExport as requestExportEndpoint,
  resolveDeletion as resolveDeletionEndpoint,
} from '#contract/privacy.ts'
import { bind } from '#server/http/bound.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { downloadExport, linkExport } from './link-export.ts'
import { getDeletion, getExport, getMyDeletions, listDeletions, listExports } from './queries.ts'
import { requestDeletion } from './request-deletion.ts'
import { requestExport } from './request-export.ts'
import { resolveDeletion } from './resolve-deletion.ts'

export const routes = [
  bind(requestDeletionEndpoint, (app, { actor, body }) => requestDeletion(app, actor, body)),
  bind(getMyDeletionsEndpoint, (app, { actor }) => getMyDeletions(app, actor)),
  bind(cancelDeletionEndpoint, (app, { actor, params }) => cancelDeletion(app, actor, params.id)),
  bind(listDeletionsEndpoint, (app, { actor, query }) => listDeletions(app, actor, query)),
  bind(getDeletionEndpoint, (app, { actor, params }) => getDeletion(app, actor, params.id)),
  bind(resolveDeletionEndpoint, (app, { actor, params, body }) => resolveDeletion(app, actor, params.id, body)),
  bind(requestExportEndpoint, (app, { actor }) => requestExport(app, actor)),
  bind(listExportsEndpoint, async (app, { actor }) => ({ exports: await listExports(app, actor.userId) })),
  bind(getExportEndpoint, (app, { actor, params }) => getExport(app, actor, params.id)),
  bind(linkExportEndpoint, (app, { actor, params }) => linkExport(app, actor, params.id)),
  bind(downloadExportEndpoint, (app, { params, query }) => downloadExport(app, params.id, query)),
]
