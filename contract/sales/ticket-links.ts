/** What stands after `/entrada/` in a link: the token of a ticket, or those of several, as in a message that has but one link. */

/** In no token, and taken by every address as it is. */
const BETWEEN = '~'
/** A message's link has room for so many; the PDF that comes with it has all. */
const MOST = 20

export function joinLinkTokens(tokens: readonly string[]): string {
  return tokens.slice(0, MOST).join(BETWEEN)
}

/** Each of them once, in their order. */
export function splitLinkTokens(text: string): string[] {
  return [...new Set(text.split(BETWEEN))].filter((token) => token !== '').slice(0, MOST)
}
