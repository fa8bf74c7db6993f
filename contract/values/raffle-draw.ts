/**
 * How a raffle is decided, in one place for the server that draws and for whoever draws again: the seed is chosen and its hash published before
 * anybody enters, the codes that take part and their hash when entries close, the seed itself at the draw. Needs nothing but Web Crypto.
 */

const text = new TextEncoder()

/** What everybody may read of a drawn raffle. */
export interface DrawFacts {
  /** 32 bytes, in hexadecimal. */
  readonly seed: string
  readonly codes: readonly string[]
  /** Winners and alternates together. */
  readonly places: number
}

/** SHA-256 of the bytes of a seed. */
export function hashOfSeed(seed: string): Promise<string> {
  return sha256(bytesOf(seed))
}

/** SHA-256 of the codes in alphabetical order, one a line, with no newline after the last. */
export function hashOfCodes(codes: readonly string[]): Promise<string> {
  return sha256(text.encode([...codes].sort(byText).join('\n')))
}

/**
 * The codes that come first, in order. Each code is placed by HMAC-SHA256, keyed with the seed, of the list's hash and the code with a colon
 * between them: the lowest goes first.
 */
export async function drawCodes({ seed, codes, places }: DrawFacts): Promise<string[]> {
  const listHash = await hashOfCodes(codes)
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const placed = await Promise.all(
    codes.map(async (code) => {
      const mac = await crypto.subtle.sign('HMAC', key, text.encode(`${listHash}:${code}`))
      return { code, mac: hexOf(mac) }
    }),
  )
  return placed
    .sort((a, b) => byText(a.mac, b.mac))
    .slice(0, places)
    .map(({ code }) => code)
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes))
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
