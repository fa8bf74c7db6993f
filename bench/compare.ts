/**
 * `npm run bench:compare -- <other checkout> [--pairs 5 --only orders,free,paid,scans --seconds 5]`: runs the bench in this
 * checkout and in the other by turns, the order of each pair reversed, and prints the median ratio (this / other) of each
 * throughput. Ends with 1 when a median is below 0.95. Both checkouts need their packages and their built web.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Row } from './table.ts'

const LEAST_RATIO = 0.95
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

/** Throughputs of one run, by row; a row whose check fails is absent. */
function measure(checkout: string): Map<string, number> {
  const args = ['bench/main.ts', '--only', values.only, '--seconds', values.seconds]
  spawnSync(process.execPath, args, { cwd: checkout, stdio: ['ignore', 'ignore', 'inherit'] })
  const rows = JSON.parse(readFileSync(join(checkout, 'bench/out/latest.json'), 'utf8')) as Row[]
  return new Map(rows.flatMap(({ name, figure, unit }) => (unit === '/s' ? [[name, figure]] : [])))
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

for (const [name, each] of ratios) {
  const sorted = each.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  const shown = each.map((ratio) => ratio.toFixed(2)).join(' ')
  process.stdout.write(`${(median ?? 0).toFixed(3)}  ${name}  (${shown})\n`)
  if ((median ?? 0) < LEAST_RATIO) process.exitCode = 1
}
if (ratios.size === 0) throw new Error('No row was measured in both checkouts')
