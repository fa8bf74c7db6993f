/** The file of a copy: its key in the private store, and the signed address that is good for it alone, and not for long. */
import type { App } from '#server/context.ts'

/** Key of a download in the private store. */
export function exportFileKey(exportId: string): string {
  return `export-${exportId}.zip`
}

const LABEL = 'data-export-link'

export const LINK_SECONDS = 15 * 60

const signed = (exportId: string, until: number) => `${exportId}.${until}`

/** Path of the download, good until `until` (milliseconds since 1970). */
export function exportPath(app: App, exportId: string, until: number): string {
  const signature = app.vault.mac(LABEL, signed(exportId, until)).toString('base64url')
  return `/api/v1/user/data-export/${exportId}/file?until=${until}&s=${signature}`
}

export function isExportLink(app: App, exportId: string, { until, s }: { until: number; s: string }): boolean {
  return app.vault.isMac(LABEL, signed(exportId, until), s) && until > app.clock.epochMs()
}
