/**
 * `npm run bench:compare -- <other checkout> [--pairs 5 --only orders,free,paid,scans --seconds 5]`: runs the bench in this
 * checkout and in the other by turns, the order of each pair reversed, and prints the median ratios (this / other) of each
 * throughput and of the processor's microseconds of server and database for one act, which neighbours disturb less. Ends with 1
 * when a throughput's median is below 0.95, or that of orders' microseconds above 1.03. Both checkouts need their packages and
 * their built web; the other may have an older bench.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const LEAST_THROUGHPUT = 0.95
const MOST_MICROSECONDS = 1.03
const here = fileURLToPath(new URL('..', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '5' },
    only: { type: 'string', default: 'orders,free,paid,scans' },
    seconds: { type: 'string', default: '5' },
  },
})
const [other] = positionals
if (other === undefined) throw new Error('Name the checkout to compare with')
const checkouts = [here, resolve(other)] as const

type Figures = ReadonlyMap<string, number>

/** Throughputs of one run, and microseconds for one of it; a row whose check fails is absent. */
function measure(checkout: string): Figures {
  const args = ['bench/main.ts', '--only', values.only, '--seconds', values.seconds]
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  return new Map(stdout.split('\n').flatMap(figuresOf))
}

/** Of a line of the table; one that begins with dots is about the row above. */
function figuresOf(line: string): [name: string, figure: number][] {
  const [, name = '', shown = '', , , , , note = ''] = line.split('|').map((cell) => cell.trim())
  const figure = Number(/^([\d,.]+) \/s$/.exec(shown)?.[1]?.replaceAll(',', ''))
  if (name.startsWith('…') || Number.isNaN(figure)) return []
  const microseconds = ['server', 'postgres'].flatMap((process): [string, number][] => {
    const cores = new RegExp(`cores: .*?${process} ([\\d.]+)`).exec(note)?.[1]
    return cores === undefined ? [] : [[`${name}: µs of ${process} each`, (Number(cores) / figure) * 1e6]]
  })
  return [[name, figure], ...microseconds]
}

const ratios = new Map<string, number[]>()
for (let pair = 0; pair < Number(values.pairs); pair += 1) {
  const order = pair % 2 === 0 ? [0, 1] : [1, 0]
  const runs = new Map(order.map((which) => [which, measure(checkouts[which] ?? here)]))
  for (const [name, figure] of runs.get(0) ?? []) {
    const theirs = runs.get(1)?.get(name)
    if (theirs) ratios.set(name, [...(ratios.get(name) ?? []), figure / theirs])
  }
}

function medianOf(each: readonly number[]): number {
  const sorted = each.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return ((sorted[middle] ?? 0) + (sorted[sorted.length % 2 === 1 ? middle : middle - 1] ?? 0)) / 2
}

for (const [name, each] of ratios) {
  const median = medianOf(each)
  const shown = each.map((ratio) => ratio.toFixed(2)).join(' ')
  process.stdout.write(`${median.toFixed(3)}  ${name}  (${shown})\n`)
  const isTooMuch = name.includes(': µs of ')
    ? name.startsWith('orders') && median > MOST_MICROSECONDS
    : median < LEAST_THROUGHPUT
  if (isTooMuch) process.exitCode = 1
}
if (ratios.size === 0) throw new Error('No row was measured in both checkouts')
