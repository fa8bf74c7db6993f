/** Nothing in a process grows with what strangers send, but in caches that have an end (threat 32). */
import { expect, test } from 'vitest'
import { readSources } from '#server/testing/source.ts'

/** Collections that begin empty and outlive a call, and why strangers cannot make them grow. */
const BOUNDED_BY_NATURE: Readonly<Record<string, string>> = {
  'server/adapters/bus/in-process.ts': 'topics are words of ours',
  'server/adapters/bus/postgres.ts': 'at most 1,000 hints wait',
  'server/db/connection/client.ts': 'a few pools',
  'server/http/body-reads.ts': 'requests whose body is being read, until they are answered or cut off',
  'server/http/cached-reads.ts': 'what is being made, as the limiters of the reads let in',
  'server/http/delay-line.ts': 'those who wait: 200 at most',
  'server/http/rate-windows.ts': 'what the other processes are still to hear of: 20,000 windows at most',
  'server/http/heard-hints.ts': '20,000 topics, the oldest leave first',
  'server/http/static.ts': 'the files of the built web',
  'server/http/stream.ts': '5,000 streams of 20 topics; each says who it is before it is one',
  'server/jobs/schedule.ts': 'jobs of ours that run by the clock',
  'server/jobs/worker.ts': 'jobs under way, as many as run at once',
  'server/modules/papers/paper-font.ts': 'letters of one paper that are not common; it goes with the paper',
  'server/modules/papers/keep-pdf.ts': 'what is being drawn, as the limiter lets in',
  'server/modules/payments/make-checkout.ts': 'a gate leaves with the last who waits at it',
  'server/modules/tickets/documents/spell.ts': 'characters: as many as Unicode has',
  'server/processes/launch.ts': 'processes, and the questions of `/metrics` to them',
  'server/processes/parent.ts': 'questions of `/metrics`, for three seconds',
  'server/shared/counts.ts': 'names and results are words of ours',
  'server/shared/crypto.ts': 'labels are words of ours',
  'server/shared/process-cache.ts': 'the register itself',
  'server/shared/concurrency-limiter.ts': 'those inside and those in its two lines',
}
/** Those that end with the call that made them, though a maker of lasting things makes them. */
const ENDS_WITH_ITS_CALL = [
  'server/http/allowed-methods.ts',
  'server/http/chunks.ts',
  'server/modules/checkout/placing/batch-balance.ts',
  'server/shared/batch.ts',
]
const EMPTY_COLLECTION =
  /new (?:Map|Set|WeakMap)(?:<.*>)?\(\s*\)|\bnew LRUCache\b|perProcess\([^()]*\(\) => (?:\[|\(?\{)/
/** What a function of another name makes in itself ends with its call. */
const MAKES_WHAT_LASTS = /^(create|open|load|connect|start|launch)/

/** Whether a file makes a collection that begins empty and outlives the call. */
function remembers(code: string): boolean {
  let inside = ''
  return code.split('\n').some((line) => {
    const name = /^(?:export )?(?:async )?function (\w+)/.exec(line)?.[1]
    if (name !== undefined) inside = name
    else if (/^\S/.test(line) && !/^[)}]/.test(line)) inside = ''
    if (!EMPTY_COLLECTION.test(line)) return false
    return inside === '' || MAKES_WHAT_LASTS.test(inside) || line.includes('perProcess(')
  })
}

const product = readSources(['server/**/*.ts']).filter(({ path }) => !path.endsWith('.test.ts'))

test('threat 32: what a process remembers is a cache of shared/process-cache.ts, or is named here with what bounds it', () => {
  const running = product.filter(({ path }) => /^server\/(?!testing\/|demo\/)/.test(path))
  const remembering = running.filter(({ code }) => remembers(code)).map(({ path }) => path)
  expect(remembering.sort()).toEqual([...Object.keys(BOUNDED_BY_NATURE), ...ENDS_WITH_ITS_CALL].sort())
  expect(running.filter(({ code }) => /\bnew LRUCache\b/.test(code)).map(({ path }) => path)).toEqual([
    'server/shared/process-cache.ts',
  ])
})

test.each([
  ['const seen = new Map<string, { at: number }>()', true],
  ["export function scan() {\n  return perProcess(app, 'x', () => new Map())\n}", true],
  ["export function scan() {\n  perProcess(app, 'x', () => ({ soldOut: 1 }))\n}", true],
  ["export function scan() {\n  perProcess(app, 'x', () => [])\n}", true],
  ['export function createSessions() {\n  const known = new Map()\n}', true],
  ['async function openDesk() {\n  return { drawing: new Map() }\n}', true],
  ['const a = () => {}\nconst windows = new LRUCache<string, true>({ max: 3 })', true],
  ["const words = new Set(['a'])", false],
  ['export function sum() {\n  const sums = new Map<string, number>()\n}', false],
])('%j is a memory: %s', (code, expected) => {
  expect(remembers(code)).toBe(expected)
})
