/** A person fetches the copy of their data. */
import type { Answer } from '#contract/api/endpoint.ts'
import type { downloadExport as downloadEndpoint, linkExport as linkEndpoint } from '#contract/accounts/privacy.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import type { Call, FileAnswer } from '#server/http/bound.ts'
import { fromEpochMs } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { exportFileKey, exportPath, isExportLink, LINK_SECONDS } from './export-file.ts'
import { findExport, getExport } from './queries.ts'

const isThere = (found: { state: string; expiresAt: string | null }, now: string) =>
  found.state === 'ready' && found.expiresAt !== null && found.expiresAt > now

/** Gives a link of 15 minutes; throws `export_link_invalid` when there is no file, or none any more. */
export async function linkExport(
  app: App,
  { actor, params: { id } }: Call<typeof linkEndpoint>,
): Promise<Answer<typeof linkEndpoint>> {
  const found = await getExport(app, actor, id)
  if (!isThere(found, app.clock.now())) throw new Failure('export_link_invalid')
  const until = app.clock.epochMs() + LINK_SECONDS * 1000
  await inTransaction(app, (app) => audit(app, actor, 'data_export.link', ['data_export', id]))
  return { url: exportPath(app, id, until), expiresAt: fromEpochMs(until) }
}

/** The file behind a signed link; throws `export_link_invalid` for any that is wrong, late or of a file that is gone. */
export async function downloadExport(
  app: App,
  { params: { id }, query: link }: Call<typeof downloadEndpoint>,
): Promise<FileAnswer> {
  if (!isExportLink(app, id, link)) throw new Failure('export_link_invalid')
  const found = await findExport(app, id)
  const file = found && isThere(found, app.clock.now()) ? await app.files.private.open(exportFileKey(id)) : null
  if (!found || !file) throw new Failure('export_link_invalid')
  return { contentType: 'application/zip', bytes: file, downloadAs: `previa-mis-datos-${id.slice(-6)}.zip` }
}
