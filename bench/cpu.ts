/** How busy processes were, from Linux's accounts; elsewhere they are unknown and the figures stay out of the table. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond =
  process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0

interface ProcessTimes {
  readonly parent: number
  readonly seconds: number
}

function timesOf(pid: number): ProcessTimes | null {
  try {
    // The program's name is in brackets and may hold anything; fixed fields follow.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond }
  } catch {
    return null // it ended, or there is no /proc
  }
}

/** Processes that one started, by the last word of their command line: a child of the product has its name there. */
export function childrenOf(parent: number): Map<string, number> {
  if (process.platform !== 'linux') return new Map()
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && timesOf(Number(name))?.parent === parent)
    .map(
      (name) =>
        [readFileSync(`/proc/${name}/cmdline`, 'latin1').split('\0').findLast(Boolean) ?? '', Number(name)] as const,
    )
  return new Map(children)
}

/** Processor seconds of these processes alone; NaN of one that ended. */
export function ownCpuSeconds(pids: readonly number[]): number[] {
  return pids.map((pid) => timesOf(pid)?.seconds ?? NaN)
}

/** Processor seconds that each process and its children have used so far; null where they cannot be read. */
export function cpuSeconds(pids: readonly number[]): number[] | null {
  if (process.platform !== 'linux') return null
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const times = timesOf(Number(name))
      return times ? [{ pid: Number(name), ...times }] : []
    })
  return pids.map((root) =>
    all.filter(({ pid, parent }) => pid === root || parent === root).reduce((sum, { seconds }) => sum + seconds, 0),
  )
}
