/** Gives the browser a file that was fetched, as if it had followed a download link. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; without this the bytes would stay until the page is left.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
