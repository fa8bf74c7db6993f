/** How long people wait for a server: the very first start, and every later one. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { startAll } from './servers.ts'
import { judged, type Measured } from './table.ts'

const LATER_STARTS = 3

/** The rows about starting. */
export async function start({ home, progress }: Bench): Promise<Measured[]> {
  progress('first start')
  const state = join(home, 'first')
  mkdirSync(state)
  const logFile = join(home, 'start.log')
  const startedMs = performance.now()
  const first = await startAll(state, logFile)
  progress('the history of the demo')
  while (existsSync(join(state, 'demo-loading'))) await wait(100)
  const wholeSeconds = (performance.now() - startedMs) / 1000
  await first.stop()
  const later: number[] = []
  for (let n = 0; n < LATER_STARTS; n += 1) {
    progress(`start ${n + 1} of ${LATER_STARTS} with a database present`)
    const again = await startAll(state, logFile)
    later.push(again.startMs / 1000)
    await again.stop()
  }
  const all = later.map((seconds) => seconds.toFixed(2)).join(', ')
  return [
    judged(
      'first start on a new state folder',
      first.startMs / 1000,
      's',
      { atMost: 10 },
      `to the first answer, with people and events; the demo was whole after ${wholeSeconds.toFixed(1)} s`,
    ),
    judged(
      'start with a database present',
      Math.max(...later),
      's',
      { atMost: 2 },
      `to the first answer, slowest of ${all} s`,
    ),
  ]
}
