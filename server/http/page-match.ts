/** Which page an address is. */
import { mendLinkAddress } from '#contract/api/link-address.ts'
import { writeAddress } from './canonical-address.ts'
import type { Page, PageCall, Screen } from './page-head.ts'

export interface PageMatch {
  /** The canonical address: equal for all that show the same page. */
  readonly address: string
  /** The page's pattern, for figures. */
  readonly route: string
  readonly seconds: number
  readonly call: PageCall
  readonly head: Page['head'] | null
  readonly screen: Screen | null
}

/** Plain screens never change between two releases. */
const SCREEN_SECONDS = 300
const MAX_VALUE_LENGTH = 120
/** One link opens several tickets: the tokens of twenty (`joinLinkTokens`). */
const MAX_SCREEN_VALUE_LENGTH = 20 * 81
const UNKNOWN: PageMatch = {
  address: '404',
  route: '*',
  seconds: SCREEN_SECONDS,
  call: { params: {}, query: {} },
  head: null,
  screen: null,
}

interface Pattern {
  readonly expression: RegExp
  readonly names: readonly string[]
}

function patternOf(path: string): Pattern {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const source = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, '([^/]+)')
  return { expression: new RegExp(`^${source}$`), names }
}

/** Finds the page of a path and its raw query. Modules' pages go before plain screens. */
export function createPageMatcher(
  pages: readonly Page[],
  screens: readonly Screen[],
): (path: string, query: string) => PageMatch {
  const modulePages = pages.map((page) => ({ page, pattern: patternOf(page.path) }))
  const plainScreens = screens.map((screen) => ({ screen, pattern: patternOf(screen.path) }))
  return (path, query) => {
    const [address = ''] = mendLinkAddress(query === '' ? path : `${path}?${query}`).split('#')
    const [mended = '', asked = ''] = address.split(/\?(.*)/s)
    const plain = mended.length > 1 && mended.endsWith('/') ? mended.slice(0, -1) : mended
    for (const { page, pattern } of modulePages) {
      const params = paramsOf(plain, pattern, MAX_VALUE_LENGTH)
      if (!params) continue
      const fields = queryOf(asked, page.queryFields ?? [])
      return {
        address: writeAddress(page.path, params, Object.entries(fields)),
        route: page.path,
        seconds: page.seconds,
        call: { params, query: fields },
        head: page.head,
        screen: null,
      }
    }
    for (const { screen, pattern } of plainScreens) {
      // The head of a plain screen does not depend on its parameters.
      if (paramsOf(plain, pattern, MAX_SCREEN_VALUE_LENGTH))
        return { ...UNKNOWN, address: screen.path, route: screen.path, screen }
    }
    return UNKNOWN
  }
}

function paramsOf(path: string, { expression, names }: Pattern, longest: number): Record<string, string> | null {
  const found = expression.exec(path)
  if (!found) return null
  try {
    const values = found.slice(1).map(decodeURIComponent)
    if (values.some((value) => value.length > longest)) return null
    return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))
  } catch {
    return null // a wrong escape is no address of ours
  }
}

function queryOf(query: string, fields: readonly string[]): Record<string, string> {
  const given = new URLSearchParams(query)
  const read: Record<string, string> = {}
  for (const field of fields) {
    const value = given.get(field)
    if (value && value.length <= MAX_VALUE_LENGTH) read[field] = value
  }
  return read
}
