/** The web's own source runs in the oldest browsers that are supported (rule R16.16): what is newer stands behind a question. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVirtualFileSystem } from 'typescript/unstable/fs'
import { API } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'
import { BROWSER_FLOOR, FLOOR_CONDITIONS } from './browser-floor.ts'
import { compatOf, releaseOf, scriptFeatures, type Feature } from './newer-features.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const features = scriptFeatures()
const GLOBAL_OWNERS = ['Window', 'WorkerGlobalScope', 'globals']

/** Names that some owner does not have at the floor: what else is written needs no look at its type. */
const newer = features.filter(({ lackedBy }) => lackedBy.length > 0)
const newerGlobals = newer.flatMap(({ owner, member }) =>
  member === undefined ? [owner] : GLOBAL_OWNERS.includes(owner) ? [member] : [],
)
const anyOf = (names: readonly (string | undefined)[]) => [...new Set(names.filter(Boolean))].join('|')
const WRITTEN = new RegExp(
  String.raw`(?<=\.)(?:${anyOf(newer.map(({ member }) => member))})\b|(?<![\w$.'"-])(?:${anyOf(newerGlobals)})\b(?!['"-])`,
  'g',
)

/** What the data knows of a name that TypeScript found: its owner's, else every owner's that has such a member. */
function known(owner: string | undefined, name: string, isStatic: boolean): readonly Feature[] {
  if (owner === undefined) {
    return features.filter((each) => (each.member === undefined ? each.owner === name : isGlobal(each, name)))
  }
  const members = features.filter(({ member }) => member === name)
  const own = members.filter((each) => each.owner === owner)
  const exact = own.filter((each) => (each.isStatic ?? isStatic) === isStatic)
  return [exact, own, members].find(({ length }) => length > 0) ?? []
}

const isGlobal = ({ owner, member }: Feature, name: string) => GLOBAL_OWNERS.includes(owner) && member === name

/** `MapConstructor`, `ReadonlyArray` and `IteratorObject` by the names of the data. */
const plainOwner = (name: string) =>
  name.replace(/Constructor$|(?<=^Iterator)Object$/, '').replace(/^Readonly(?=Array$|Map$|Set$)/, '')

interface Use {
  readonly path: string
  readonly name: string
  readonly lackedBy: readonly string[]
}

/** Uses of what the floor lacks in these files of a project, by their types. */
function newerUses(api: API, config: string, files: readonly { path: string; text: string }[]): Use[] {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`No project at ${config}`)
  return files.flatMap(({ path, text }) => {
    const places = [...text.matchAll(WRITTEN)].map(({ index }) => index)
    if (places.length === 0) return []
    const symbols = project.checker.getSymbolAtPosition(join(dirname(config), path), places)
    return symbols.flatMap((symbol, index) => {
      if (!symbol?.declarations[0]?.path.match(/\/lib\.[\w.]+\.d\.ts$/)) return []
      const declared = symbol.getParent()?.name
      const isOfVariable = declared === '__type'
      const before = /(\w+)\??\.$/.exec(text.slice(0, places[index]))?.[1]
      const owner = isOfVariable ? before : declared && plainOwner(declared)
      const isStatic = isOfVariable || declared?.endsWith('Constructor') === true
      const engines = known(owner, symbol.name, isStatic).map(({ lackedBy }) => lackedBy)
      const isNewer = engines.length > 0 && engines.every((lackedBy) => lackedBy.length > 0)
      const name = owner === undefined ? symbol.name : `${owner}.${symbol.name}`
      return isNewer ? [{ path, name, lackedBy: engines[0] ?? [] }] : []
    })
  })
}

/** What is there together with what is asked for. */
const COMES_WITH = new Map([
  ['hidePopover', 'showPopover'],
  ['WakeLock', 'wakeLock'],
  ['WakeLockSentinel', 'wakeLock'],
])

/** Whether the file asks for it: `'share' in navigator`. What follows is for browsers that have it. */
function isAsked(text: string, name: string): boolean {
  return name.split('.').some((part) => text.includes(`'${COMES_WITH.get(part) ?? part}' in `))
}

test('the check sees members, statics and globals that are newer, and leaves older ones of the same name', () => {
  const text = `
    const list: readonly number[] = [1]
    Map.groupBy(list, String); URL.canParse('x'); AbortSignal.any([]); list.toSorted(); Promise.withResolvers()
    new Set(list).union(new Set()); new Map([[1, 2]]).values().map(String); new URLSearchParams().size
    new Intl.Segmenter('es'); document.startViewTransition(); requestIdleCallback(() => {}); navigator.share({})
    Response.json({}); for await (const chunk of new Blob().stream().values()) void chunk
    list.map(String); new Set(list).size; list.at(-1); list.findLast(Boolean); new Response().json(); structuredClone(list)
    const own = { toSorted() {}, groupBy() {}, share() {} }; own.toSorted(); own.groupBy(); own.share()
    export {}`
  const options = { target: 'esnext', module: 'esnext', lib: ['esnext', 'dom'], types: [], strict: true }
  const fs = createVirtualFileSystem({
    '/probe/tsconfig.json': JSON.stringify({ compilerOptions: options, files: ['probe.ts'] }),
    '/probe/probe.ts': text,
  })
  const api = new API({ cwd: '/probe', fs })
  const uses = newerUses(api, '/probe/tsconfig.json', [{ path: 'probe.ts', text }])
  api.close()
  expect(uses.map(({ name }) => name)).toEqual([
    'Map.groupBy',
    'URL.canParse',
    'AbortSignal.any',
    'Array.toSorted',
    'Promise.withResolvers',
    'Set.union',
    'Iterator.map',
    'URLSearchParams.size',
    'Intl.Segmenter',
    'Document.startViewTransition',
    'requestIdleCallback',
    'Navigator.share',
    'Response.json',
    'ReadableStream.values',
  ])
})

test('nothing in the web or the contract needs a newer browser than the floor', () => {
  const files = readSources(['web/**/*.{ts,tsx}', 'contract/**/*.ts']).filter(
    ({ path }) => !/\.test\.tsx?$|^web\/(testing|gallery)\//.test(path),
  )
  const api = new API({ cwd: root })
  const uses = newerUses(api, join(root, 'tsconfig.web.json'), files)
  api.close()
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  // What follows a question, so that the look at the whole project is known to work.
  expect(uses.map(({ name }) => name)).toEqual(expect.arrayContaining(['HTMLElement.showPopover', 'Navigator.vibrate']))
  expect(uses.filter(({ path, name }) => !isAsked(texts.get(path) ?? '', name))).toEqual([])
})

test('the notice is shown below the floor, and from it on the program', () => {
  const covered = FLOOR_CONDITIONS.flatMap(({ feature, of }) =>
    of.map((engine) => [engine, releaseOf(compatOf(feature), engine)]),
  )
  expect(Object.fromEntries(covered)).toEqual(BROWSER_FLOOR)
  // No other engine meets the second condition before its floor.
  expect(releaseOf(compatOf('css.properties.appearance'), 'firefox')).toBeLessThan(BROWSER_FLOOR.firefox)
})
