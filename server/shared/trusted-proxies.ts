/**
 * Which proxies are trusted for a caller's address. Any caller may write X-Forwarded-For, and each proxy adds at its end the
 * address that it was called from, so the list is read from our side, only as far as our own proxies go.
 */
import { BlockList, isIP } from 'node:net'

/** So many proxies of ours in a row, or whatever calls from these networks (CIDR); null without a proxy. */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly string[] } | null

const MAX_HOPS = 10
const NAMED: Readonly<Record<string, readonly string[]>> = { loopback: ['127.0.0.0/8', '::1/128'] }

/** What TRUST_PROXY says: a number of hops, or networks and addresses separated by commas (`loopback` is a name). Undefined for anything else. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'false' || text === '0') return null
  if (/^\d+$/.test(text)) return Number(text) <= MAX_HOPS ? { hops: Number(text) } : undefined
  const networks = text.split(',').flatMap((part) => NAMED[part.trim()] ?? [part.trim()])
  return networks.every(isNetwork) ? { networks } : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // A network of all addresses would trust every caller.
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

/** Gives a caller's address from the socket's and the X-Forwarded-For that came; never anything that is not an address. */
export type ReadAddress = (socketAddress: string | undefined, forwarded: string | undefined) => string

export function createAddressReader(trusted: TrustedProxies): ReadAddress {
  if (trusted === null) return (socketAddress) => plain(socketAddress ?? '')
  const isOurs =
    'hops' in trusted ? (_address: string, hop: number) => hop < trusted.hops : inNetworks(trusted.networks)
  return (socketAddress, forwarded) => {
    let address = plain(socketAddress ?? '')
    let end = forwarded?.length ?? 0
    for (let hop = 0; end > 0 && forwarded !== undefined && isOurs(address, hop); hop += 1) {
      const start = forwarded.lastIndexOf(',', end - 1) + 1
      const named = plain(forwarded.slice(start, end).trim())
      // What no proxy of ours would write ends the list: the last one that is sure counts.
      if (isIP(named) === 0) return address
      address = named
      end = start - 1
    }
    return address
  }
}

function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** Without the port and the brackets that some proxies write, nor the IPv6 spelling of an IPv4 address. */
function plain(text: string): string {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return address.toLowerCase().startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

/**
 * What limits count by: an IPv4 address, or the 64 bits of an IPv6 one that a household gets, because it may use any of
 * the rest.
 */
export function sharedAddress(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
