/** Key of a download in the private store. */
export function exportFileKey(exportId: string): string {
  return `export-${exportId}.zip`
}
