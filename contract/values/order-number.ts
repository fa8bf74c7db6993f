/** The number of a purchase as people see it. */

const BEGINS = 5
const ENDS = 4

/** Both of its ends: whole it is 22 letters, too long to read. */
export function shortOrderNumber(publicId: string): string {
  return publicId.length > 12 ? `${publicId.slice(0, BEGINS)}…${publicId.slice(-ENDS)}` : publicId
}

/** Returns both ends of a number typed as screens show it, with any separator for the dots; else null. */
export function endsOfOrderNumber(typed: string): { readonly begins: string; readonly ends: string } | null {
  const [begins = '', ends = '', ...more] = typed.trim().split(/\s*(?:…|\.{2,})\s*/)
  return begins.length === BEGINS && ends.length === ENDS && more.length === 0 ? { begins, ends } : null
}
