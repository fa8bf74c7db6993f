/** Pages that are no module's: what they say before any script runs, and what robots leave alone. Derived from the screens. */
import { screenList } from '#contract/platform/screens.ts'
import type { PageHead, Screen } from '#server/http/page-head.ts'

/** Any other address answers 404 with the shell, which shows the not-found screen. */
export const screens: readonly Screen[] = screenList.map(({ path, title, isIndexed, hasSecretAddress, file }) => ({
  path,
  title,
  ...(isIndexed && { isIndexed }),
  ...(hasSecretAddress && { hasSecretAddress }),
  ...(file !== undefined && { file: `areas/${file}.tsx` }),
}))

const notFound: PageHead = { status: 404, title: 'No encontramos esa página' }
const closed: PageHead = { status: 200, title: 'Volvemos en un rato' }

export const plainPages = { screens, notFound, closed, notBuilt: 'La web todavía no está construida.\n' } as const

const beginning = (path: string) => path.split(':')[0] ?? path
const indexed = screenList.filter(({ isIndexed }) => isIndexed).map(({ path }) => beginning(path))

/** The folder that a screen is in, unless it also holds an indexed page. */
function hidden(path: string): string {
  const [, first = '', ...below] = path.split('/')
  const folder = below.length > 0 ? `/${first}/` : path
  return indexed.some((other) => `${other}/`.startsWith(folder)) ? beginning(path) : folder
}

/** Beginnings of addresses that search engines are asked to leave alone. */
export const hiddenFromRobots: readonly string[] = [
  ...new Set(['/api/', '/pagar/', ...screenList.filter(({ isIndexed }) => !isIndexed).map(({ path }) => hidden(path))]),
]
