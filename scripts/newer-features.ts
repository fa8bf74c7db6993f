/** What browsers at the floor do not have yet, by MDN's compatibility data. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data/types'
import { BROWSER_FLOOR } from './browser-floor.ts'

export type Engine = keyof typeof BROWSER_FLOOR

const ENGINES = Object.keys(BROWSER_FLOOR) as Engine[] // its own keys

/** A feature: what is known of it, and its parts by their names. */
interface Node {
  readonly statement: CompatStatement | undefined
  readonly parts: Readonly<Record<string, object>>
}

function nodeOf(written: object | undefined): Node {
  const { __compat: statement, ...parts } = { ...written } as { __compat?: CompatStatement } & Record<string, never> // as MDN writes it
  return { statement, parts }
}

/** Read as a file: twenty megabytes are no module. */
const data = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'),
) as object

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

/** The node at a path such as `css.types.length.lh`. */
function nodeAt(path: string): Node {
  return nodeOf(path.split('.').reduce<object | undefined>((written, name) => nodeOf(written).parts[name], data))
}

/** The statement at a path. */
export function compatOf(path: string): CompatStatement {
  const { statement } = nodeAt(path)
  if (!statement) throw new Error(`MDN does not know ${path}`)
  return statement
}

/** All that the data knows of scripts. */
export function scriptFeatures(): Feature[] {
  return [
    ...ownersIn('javascript.builtins').flatMap(([owner, node]) => featuresOf(owner, node, {})),
    ...ownersIn('javascript.builtins.Intl').flatMap(([owner, node]) => featuresOf(owner, node, {})),
    ...ownersIn('api').flatMap(([owner, node]) => featuresOf(owner, node, { isStatic: false })),
  ]
}

const ownersIn = (path: string) => Object.entries(nodeAt(path).parts)

function featuresOf(owner: string, written: object, rest: { isStatic?: boolean }): Feature[] {
  const { statement, parts } = nodeOf(written)
  const own = statement ? [{ owner, lackedBy: lackingEngines(statement) }] : []
  const members = Object.entries(parts).flatMap(([name, part]) => {
    const { statement: compat } = nodeOf(part)
    if (!compat || name === owner || !/^\w+$/.test(name)) return []
    const isStatic = name.endsWith('_static') ? { isStatic: true } : rest
    return [{ owner, member: name.replace(/_static$/, ''), ...isStatic, lackedBy: lackingEngines(compat) }]
  })
  return [...own, ...members]
}
