/** The server process of an embedded PostgreSQL: created, started, adopted, watched, ended. */
import { execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { EmbeddedPostgresError, plainEnvironment } from './binaries.ts'
import { disownPostmasterPid, isWorking, runningPostmaster } from './owner.ts'
import type { Place } from './place.ts'

export const USER = 'previa'
export const PORT = 5432 // names the socket's file; nothing listens on the network
const MAJOR = '18'
/** A killed server's memory and process stay for up to 2 s; starting is tried again for this long. */
const RETRY_MS = 6_000
/** Replaying the log after a crash in the middle of heavy writing can take a while. */
const READY_MS = 120_000
const FAST_STOP_MS = 30_000
const WATCH_MS = 250
const MAX_LOG_BYTES = 10_000_000

export type Settings = Readonly<Record<string, string>>

const baseSettings: Settings = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Starts, stops and crashes only: failed statements carry people's data, and their callers log them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
const fastSettings: Settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The server's command line. */
export function serverArguments(place: Place, durable: boolean, settings: Settings): readonly string[] {
  const all = { ...baseSettings, ...(durable ? {} : fastSettings), ...settings, unix_socket_directories: place.sockets }
  return ['-D', place.dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Creates the database files on a first start. */
export async function initialise(place: Place, durable: boolean): Promise<void> {
  const versionFile = join(place.dataDir, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version === MAJOR) return
    throw new EmbeddedPostgresError(
      `La carpeta ${place.dataDir} tiene una base de datos de PostgreSQL ${version} y esta versión de Previa usa la ${MAJOR}.`,
    )
  }
  if (readdirSync(place.dataDir).length > 0) {
    throw new EmbeddedPostgresError(
      `La carpeta ${place.dataDir} no está vacía y no es una base de datos. Vaciala, o elegí otra con PREVIA_HOME.`,
    )
  }
  // Systems without C.UTF-8 are old, and have the other one.
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  await initdb(place, durable, locale).catch((error: unknown) => {
    if (!reason(error).includes('invalid locale name')) throw error
    return initdb(place, durable, 'en_US.UTF-8')
  })
}

/** Made in a folder of its own and moved when whole: an interrupted start leaves nothing half done. */
async function initdb(place: Place, durable: boolean, locale: string): Promise<void> {
  const draft = `${place.dataDir}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (place.identity) chownSync(draft, place.identity.uid, place.identity.gid)
  const sorting = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=es-AR', `--locale=${locale}`]
  const safety = durable ? [] : ['--no-sync']
  try {
    await promisify(execFile)(
      join(place.binaries, 'bin', 'initdb'),
      ['-D', draft, '-U', USER, '-A', 'trust', '--set', 'listen_addresses=', ...sorting, ...safety],
      { cwd: '/', env: plainEnvironment, ...credentials(place) },
    )
  } catch (error) {
    throw new EmbeddedPostgresError(`No se pudo crear la base de datos en ${place.dataDir}: ${reason(error)}`)
  }
  renameSync(draft, place.dataDir) // takes the place of the empty folder
}

/** The server that a killed process of ours left behind, when it runs as we would start it; one that does not is ended. */
export async function adopt(
  place: Place,
  flags: readonly string[],
  log: (message: string) => void,
): Promise<number | null> {
  const pid = runningPostmaster(place.dataDir)
  if (pid === null) return null
  if (isStartedLike(place, flags)) {
    try {
      await waitUntilReady(place, () => runningPostmaster(place.dataDir) === pid)
      log(`PostgreSQL seguía corriendo (proceso ${pid}): se usa ese`)
      return pid
    } catch (error) {
      log(`PostgreSQL seguía corriendo (proceso ${pid}) pero no responde: se reinicia. ${reason(error)}`)
    }
  }
  await end(place, pid)
  return null
}

/** `postmaster.opts` is the command line of the last start: other programs or settings show as another text. */
function isStartedLike(place: Place, flags: readonly string[]): boolean {
  const expected = [program(place), ...flags.map((flag) => `"${flag}"`)].join(' ')
  try {
    return readFileSync(join(place.dataDir, 'postmaster.opts'), 'utf8').trim() === expected
  } catch {
    return false
  }
}

const program = (place: Place) => join(place.binaries, 'bin', 'postgres')
const credentials = ({ identity }: Place) => (identity ? { uid: identity.uid, gid: identity.gid } : {})

/** Starts the server and waits until it answers; gives its pid. */
export async function launch(place: Place, flags: readonly string[]): Promise<number> {
  const deadline = performance.now() + RETRY_MS
  for (;;) {
    disownPostmasterPid(place.dataDir)
    const { pid, exited, output } = spawnServer(place, flags)
    const isReady = await waitUntilReady(place, () => !exited.done).then(
      () => true,
      () => false,
    )
    if (isReady && !exited.done && pid !== undefined) return pid
    const said = exited.error ?? output()
    const isWorthRetrying = /lock file .* already exists|shared memory block/.test(said)
    if (!isWorthRetrying || performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL no arrancó. Dijo:\n${said.trim()}\n(registro completo: ${place.logFile})`,
      )
    }
    await wait(200)
  }
}

function spawnServer(place: Place, flags: readonly string[]) {
  rotate(place.logFile)
  const logFile = openSync(place.logFile, 'a', 0o600)
  const before = statSync(place.logFile).size
  // In a session of its own, writing to a file: neither Ctrl-C in our terminal nor our death touches it.
  const child = spawn(program(place), flags, {
    cwd: '/',
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', logFile, logFile],
    ...credentials(place),
  })
  closeSync(logFile)
  child.unref()
  const exited: { done: boolean; error?: string } = { done: false }
  child.once('exit', () => (exited.done = true))
  child.once('error', (error) => Object.assign(exited, { done: true, error: error.message }))
  const output = () => readFileSync(place.logFile).subarray(before).toString('utf8')
  return { pid: child.pid, exited, output }
}

function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`)
}

/** A client of the server's maintenance database. */
export async function withClient<Result>(place: Place, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ host: place.sockets, port: PORT, user: USER, database: 'postgres', ssl: false })
  client.on('error', () => {}) // the pending query is rejected with the same reason
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {}) // it never connected
  }
}

/** Waits until the server answers a query; throws when `isAlive` turns false or it takes too long. */
export async function waitUntilReady(place: Place, isAlive: () => boolean): Promise<void> {
  const deadline = performance.now() + READY_MS
  for (;;) {
    try {
      await withClient(place, (client) => client.query('select 1'))
      return
    } catch (error) {
      if (!isAlive() || performance.now() > deadline) throw error
    }
    await wait(20)
  }
}

/** Fast shutdown: running transactions are rolled back, committed ones kept. Without an answer, an immediate one. */
export async function end(place: Place, pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', RETRY_MS],
  ] as const) {
    if (!isWorking(pid, place.dataDir)) return
    process.kill(pid, signal)
    const deadline = performance.now() + patience
    while (isWorking(pid, place.dataDir) && performance.now() < deadline) await wait(10)
  }
  if (isWorking(pid, place.dataDir)) throw new EmbeddedPostgresError(`PostgreSQL (proceso ${pid}) no se detiene.`)
}

/** Starts the server again whenever it is found gone. */
export function supervise(place: Place, flags: readonly string[], firstPid: number, log: (message: string) => void) {
  let pid: number | null = firstPid
  let isStopping = false
  let restart: Promise<void> | null = null
  const watch = setInterval(() => {
    if (restart || (pid !== null && isWorking(pid, place.dataDir))) return
    restart = startAgain().finally(() => (restart = null))
  }, WATCH_MS).unref()

  async function startAgain(): Promise<void> {
    log(`PostgreSQL se cayó (proceso ${pid}): se inicia de nuevo`)
    pid = null
    for (let pause = 250; !isStopping; pause = Math.min(pause * 2, 5_000)) {
      try {
        pid = await launch(place, flags)
        log(`PostgreSQL volvió (proceso ${pid})`)
        return
      } catch (error) {
        log(reason(error))
        await wait(pause, undefined, { ref: false })
      }
    }
  }

  return {
    pid: () => pid,
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(watch)
      await restart
      if (pid !== null) await end(place, pid)
    },
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
