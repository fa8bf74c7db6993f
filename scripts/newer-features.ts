/** What browsers at the floor do not have yet, by MDN's compatibility data. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import { BROWSER_FLOOR } from './browser-floor.ts'

export type Engine = keyof typeof BROWSER_FLOOR

const ENGINES = Object.keys(BROWSER_FLOOR) as Engine[] // its own keys

/** Read as a file: twenty megabytes are no module. */
const data = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
) as CompatData // by its own types

/** A built-in of the language or an interface of the web, or a member of one. */
export interface Feature {
  readonly owner: string
  readonly member?: string
  /** Of the interface itself in place of its instances; left out where the data does not say it. */
  readonly isStatic?: boolean
  readonly lackedBy: readonly Engine[]
}

/** The engines that lack it at the floor. */
function lackingEngines(compat: CompatStatement): Engine[] {
  return ENGINES.filter((engine) => !(releaseOf(compat, engine) <= BROWSER_FLOOR[engine]))
}

/** The version since which an engine has it as it is written and without a flag; NaN if none. */
export function releaseOf({ support }: CompatStatement, engine: Engine): number {
  const statements: readonly SimpleSupportStatement[] = [support[engine] ?? []].flat()
  const versions = statements
    .filter(({ flags, prefix, alternative_name: otherName }) => !flags && !prefix && !otherName)
    .map(({ version_added: version }) => Number.parseFloat(String(version).replace('≤', '')))
    .filter(Number.isFinite)
  return versions.length > 0 ? Math.min(...versions) : Number.NaN
}

/** The statement at a path such as `css.types.length.lh`. */
export function compatOf(path: string): CompatStatement {
  let node: Identifier | undefined = data as unknown as Identifier // its groups are nodes like all others
  for (const name of path.split('.')) node = node?.[name]
  if (!node?.__compat) throw new Error(`MDN does not know ${path}`)
  return node.__compat
}

/** All that the data knows of scripts. */
export function scriptFeatures(): Feature[] {
  const builtIns = data.javascript['builtins'] ?? {}
  return [
    ...ownersOf(builtIns).flatMap(([owner, node]) => featuresOf(owner, node, {})),
    ...ownersOf(builtIns['Intl'] ?? {}).flatMap(([owner, node]) => featuresOf(owner, node, {})),
    ...ownersOf(data.api).flatMap(([owner, node]) => featuresOf(owner, node, { isStatic: false })),
  ]
}

const ownersOf = (node: Identifier) => Object.entries(node).filter(([name]) => name !== '__compat')

function featuresOf(owner: string, node: Identifier, rest: { isStatic?: boolean }): Feature[] {
  const own = node.__compat ? [{ owner, lackedBy: lackingEngines(node.__compat) }] : []
  const members = ownersOf(node).flatMap(([name, { __compat: compat }]) => {
    if (!compat || name === owner || !/^\w+$/.test(name)) return []
    const isStatic = name.endsWith('_static') ? { isStatic: true } : rest
    return [{ owner, member: name.replace(/_static$/, ''), ...isStatic, lackedBy: lackingEngines(compat) }]
  })
  return [...own, ...members]
}
