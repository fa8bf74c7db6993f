/** Where an organization is outside of here: its user name at each network, and its own site. */
import * as z from 'zod/mini'
import { clearable } from '#contract/api/update.ts'
import { line } from '#contract/values/text.ts'
import { parseUrl } from '../values/parse-url.ts'

interface Host {
  readonly name: string
  readonly host: string
  /** Its address of before, which people still paste. */
  readonly otherHost?: string
  readonly prefix: string
}

const HOSTS = {
  instagram: { name: 'Instagram', host: 'instagram.com', prefix: '' },
  facebook: { name: 'Facebook', host: 'facebook.com', prefix: '' },
  tiktok: { name: 'TikTok', host: 'tiktok.com', prefix: '@' },
  x: { name: 'X', host: 'x.com', otherHost: 'twitter.com', prefix: '' },
} as const satisfies Record<string, Host>
export type Network = keyof typeof HOSTS
export const NETWORKS = Object.keys(HOSTS) as readonly Network[] // keys of the object above

export const networkName = (network: Network): string => HOSTS[network].name

/** The address of a user name that `readHandle` gave: a link never leaves for another site than its network's. */
export function networkUrl(network: Network, handle: string): string {
  const { host, prefix } = HOSTS[network]
  return `https://www.${host}/${prefix}${handle}`
}

/** The user name in what people type or paste, `@club` or a whole address; null when it is none. */
export function readHandle(network: Network, typed: string): string | null {
  const { host, otherHost = host }: Host = HOSTS[network]
  const hosts = [host, otherHost].map((name) => name.replace('.', String.raw`\.`)).join('|')
  const start = new RegExp(String.raw`^(https?://)?([a-z-]+\.)?(${hosts})/`, 'i')
  const handle = typed
    .replace(start, '')
    .replace(/^@/, '')
    .replace(/[/?#].*$/, '')
  // Points alone would lead to another page of the network.
  return /^(?=.*[A-Za-z0-9_])[A-Za-z0-9_.-]{1,60}$/.test(handle) ? handle : null
}

/** An own site as it is linked; null for what is no address of the web. */
export function readSite(typed: string): string | null {
  const address = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`)
  if (!address) return null
  const { protocol, hostname, href, username } = address
  const isOfWeb = (protocol === 'https:' || protocol === 'http:') && username === ''
  return isOfWeb && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(hostname) ? href : null
}

const WITHOUT_BLANKS = /^\S*$/

/** A line that is kept as `read` gives it; empty where there is none. */
function linkInput(max: number, read: (typed: string) => string | null, wrong: string) {
  const keep = z.check<string>((payload) => {
    // Of blanks it was said before.
    if (payload.value === '' || !WITHOUT_BLANKS.test(payload.value)) return
    const kept = read(payload.value)
    if (kept === null) payload.issues.push({ code: 'custom', message: wrong, input: payload.value, continue: true })
    else payload.value = kept
  })
  return z._default(clearable(line({ max }).check(z.regex(WITHOUT_BLANKS, wrong), keep)), '')
}

const handleInput = (network: Network) =>
  linkInput(200, (typed) => readHandle(network, typed), `Poné tu usuario de ${HOSTS[network].name}, como @club.central`)

export const networksInput = {
  instagram: handleInput('instagram'),
  facebook: handleInput('facebook'),
  tiktok: handleInput('tiktok'),
  x: handleInput('x'),
  website: linkInput(300, readSite, 'Poné una dirección como clubcentral.com.ar'),
}

/** Empty where there is none. */
export const networks = z.object({
  instagram: z.string(),
  facebook: z.string(),
  tiktok: z.string(),
  x: z.string(),
  website: z.string(),
})

export type Networks = z.infer<typeof networks>

/** The links of a profile, in their order: the name of each is a network's, or an own site's host. */
export function networkLinks(given: Networks): { readonly name: string; readonly url: string }[] {
  const links = NETWORKS.filter((network) => given[network] !== '').map((network) => ({
    name: networkName(network),
    url: networkUrl(network, given[network]),
  }))
  return given.website === '' ? links : [...links, { name: new URL(given.website).hostname, url: given.website }]
}
