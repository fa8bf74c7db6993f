import { mendLinkAddress } from '#contract/api/link-address.ts'

/** Replaces the address that a mail gateway rewrote, in the bar and in the history, before the router reads it. */
export function mendAddress(): void {
  const { pathname, search, hash } = window.location
  const address = pathname + search + hash
  const mended = mendLinkAddress(address)
  if (mended !== address) window.history.replaceState(window.history.state, '', mended)
}
