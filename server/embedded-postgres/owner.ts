/** Which living process owns a data directory, and which PostgreSQL runs on it. Process ids repeat, so each is checked. */
import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

interface Owner {
  readonly pid: number
  /** Distinguishes a process from a later one with the same number. */
  readonly birth: string
}

/** Claims `file` for this process; gives the living owner's pid when there is another one, else null. */
export function claim(file: string): number | null {
  for (;;) {
    if (create(file, { pid: process.pid, birth: birthOf(process.pid) })) return null
    const owner = readOwner(file)
    if (owner && isAlive(owner.pid) && birthOf(owner.pid) === owner.birth) return owner.pid
    rmSync(file, { force: true })
  }
}

/** Writes a claim atomically, and only if none exists: no process reads half a claim. */
function create(file: string, owner: Owner): boolean {
  const draft = `${file}.${owner.pid}`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Gives the claim up, if it is ours. */
export function release(file: string): void {
  if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true })
}

function readOwner(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner // only `claim` writes this file
  } catch {
    return null // gone meanwhile, or emptied by a power cut: it has no owner
  }
}

/** Whether a process with this number exists, whichever user it belongs to. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** When the process was started, in whatever way the system says it; empty for a zombie. */
function birthOf(pid: number): string {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    // Fields 3 (state) and 22 of /proc/PID/stat, counted after the command name, which may itself hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/**
 * The PostgreSQL that `postmaster.pid` names, when it is alive and works on this very directory; else null. A number
 * left by a dead server may belong to any other process by now, another PostgreSQL included.
 */
export function runningPostmaster(dataDir: string): number | null {
  const pid = writtenPid(dataDir)
  return pid !== null && isWorking(pid, dataDir) ? pid : null
}

/**
 * PostgreSQL refuses to start while the number in `postmaster.pid` is any living process, an unreaped zombie
 * included. When that process is surely not the server, writes a number that no process has; the rest of the file stays,
 * because PostgreSQL checks by it that no old backend still has the memory attached.
 */
export function disownPostmasterPid(dataDir: string): void {
  const pid = writtenPid(dataDir)
  if (pid === null || !isAlive(pid) || isWorking(pid, dataDir)) return
  const file = `${dataDir}/postmaster.pid`
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [NO_PROCESS, ...lines.slice(1)].join('\n'))
}

const NO_PROCESS = '999999999'

function writtenPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null // no such file, or a folder we may not read: then starting will say so
  }
}

/** Whether the process is alive and a PostgreSQL that works on this directory; a zombie is not. */
export function isWorking(pid: number, dataDir: string): boolean {
  if (!isAlive(pid)) return false
  try {
    if (process.platform === 'linux') {
      const program = basename(readlinkSync(`/proc/${pid}/exe`))
      return program.startsWith('postgres') && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(dataDir)
  } catch {
    return false // a zombie has neither link
  }
}
