/** Addresses of our mailed links as mail gateways and chats leave them. */
import type { Screen } from '#contract/platform/screen.ts'
import { outerScreens } from '#contract/platform/screens-outer.ts'
import { dropLinkTail } from '#contract/values/link-tail.ts'

/** Where the part after `#` begins: `#`, or `#` and `?` percent-encoded once or more (`%23`, `%2523`). */
const MARK = /#+|%(?:25)*(?:23|3f)/gi
const NAMES = 'token|code|confirm|error|purpose'
const SECRET = new RegExp(`^(?:${NAMES})=`)
/** More rounds of encoding than any chain of gateways adds. */
const MAX_ROUNDS = 5

/** A ticket's link is its path, of one or more tokens of 43 characters: what a chat or a gateway attached behind the last one is cut off. */
const TICKET_LINK = new RegExp(
  `^(${outerScreens.ticketLink.path.replace(':token', '')}[\\w-]{43}(?:(?:~|%7e)[\\w-]{43})*)(?!(?:~|%7e)[\\w-]{43})[^A-Za-z0-9/?#].*$`,
  'is',
)

/** What our links name after `?`: codes of promoters and discounts, an event and a purchase. */
const NAMED = /((?:^|&)(?:rrpp|codigo|eventId|order)=)([^&]*)/g

const secretPaths = Object.values<Screen>(outerScreens)
  .filter(({ hasSecretAddress }) => hasSecretAddress)
  .map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`))

/**
 * Returns the address as it was given out (rule R16.15). Its secret stands behind `#`, where it reaches no server and no log: gateways
 * rewrite `#token=` to `%23token=` or `%2523token=`, which makes it a part of the path. Signs that a chat left behind what the
 * address names are dropped. Other addresses stay as they are.
 */
export function mendLinkAddress(address: string): string {
  const ticketLink = TICKET_LINK.exec(address)?.[1]
  if (ticketLink !== undefined) return ticketLink
  for (const { 0: mark, index } of address.matchAll(MARK)) {
    const before = address.slice(0, index)
    const [path = '', query] = before.split(/\?(.*)/s)
    if (!secretPaths.some((pattern) => pattern.test(path))) continue
    const rest = address.slice(index + mark.length)
    // What a gateway appended (`?utm_source=`) is no part of the secret.
    const fragment = decoded(mark.startsWith('#') ? rest : (rest.split(/[?#]/)[0] ?? ''))
    if (SECRET.test(fragment)) return `${path}${query ? `?${query}` : ''}#${fragment}`
  }
  const [, path = '', query, hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? []
  const named = query?.replaceAll(NAMED, (_, name: string, value: string) => name + dropEncodedTail(value))
  return `${withoutTail(path)}${named === undefined ? '' : `?${named}`}${hash}`
}

/** The tail of a path is that of its last part. */
function withoutTail(path: string): string {
  const start = path.lastIndexOf('/') + 1
  return path.slice(0, start) + dropEncodedTail(path.slice(start))
}

/** The same for a part of an address, which keeps its spelling where nothing is dropped. */
function dropEncodedTail(part: string): string {
  try {
    const value = decodeURIComponent(part.replaceAll('+', ' '))
    const kept = dropLinkTail(value)
    return kept === value ? part : encodeURIComponent(kept)
  } catch {
    return part // a wrong escape is no part of ours
  }
}

/** Undoes as many rounds of encoding as hide the name; the value keeps its own escapes. */
function decoded(fragment: string): string {
  let text = fragment
  for (let round = 0; round < MAX_ROUNDS && !SECRET.test(text); round += 1) {
    try {
      text = decodeURIComponent(text)
    } catch {
      return text // a wrong escape is no link of ours
    }
  }
  return text
}

/** The letters of our tokens, in parts with points between them. What a chat or a bracket left behind the last one is none. */
const TOKEN = /^\s*([\w-]+(?:\.[\w-]+)*)/

/** The token of a mended address: after `#`, or as `?token=`; null where neither has one. */
export function linkTokenOf({ hash, search }: { readonly hash: string; readonly search: string }): string | null {
  const [after, asked] = [hash.slice(1), search].map((part) => TOKEN.exec(new URLSearchParams(part).get('token') ?? ''))
  return dropLinkTail(after?.[1] ?? asked?.[1] ?? '') || null
}
