/** The processes that are measured, started as in production and ended by their handle. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WEBHOOK_SECRET } from './people.ts'

const UNREACHABLE = 'http://127.0.0.1:9'
const START_PATIENCE_MS = 60_000
const POLL_MS = 5
const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const BASELINE = fileURLToPath(new URL('baseline.ts', import.meta.url))
const SIMULATOR = fileURLToPath(new URL('simulator.ts', import.meta.url))
const BARE = fileURLToPath(new URL('bare.ts', import.meta.url))

/** One for all servers of a run: the seed seals with it what they open. */
export const masterKey = randomBytes(32).toString('base64')

export interface StartedServer {
  readonly port: number
  readonly pid: number
  /** From the start of the process to its first good answer. */
  readonly startMs: number
  stop(): Promise<void>
}

export interface Launch {
  readonly script: string
  readonly args?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Asked until it answers with a success. */
  readonly path: string
  /** Where its output goes. */
  readonly logFile: string
  /** Folder for a profile of its processor use; none without. */
  readonly profiles?: string | undefined
}

/** Starts a script of ours and waits for its first good answer. */
export async function launch({ script, args = [], env, path, logFile, profiles }: Launch): Promise<StartedServer> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawnLogged({ script, args, env: { HOST: '127.0.0.1', PORT: String(port), ...env }, logFile, profiles })
  try {
    await firstAnswer(child, `http://127.0.0.1:${port}${path}`)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${String(error)}\n${readFileSync(logFile, 'utf8').slice(-3000)}`)
  }
  return { port, pid: child.pid ?? 0, startMs: performance.now() - startedMs, stop: () => stop(child) }
}

function spawnLogged({ script, args = [], env, logFile, profiles }: Omit<Launch, 'path'>): ChildProcess {
  const log = openSync(logFile, 'w', 0o600)
  const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const child = spawn(process.execPath, [...profiling, script, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

export interface Place {
  readonly connectionString: string
  /** A folder of the run, for state and logs. */
  readonly home: string
  readonly profiles?: string | undefined
  /** The address of the payment provider's API; without it, connections are refused. */
  readonly provider?: string
}

/** A web process of the product, in production mode. */
export function startWeb(place: Place): Promise<StartedServer> {
  return launch({ ...shared(place, 'web'), script: MAIN, args: ['web'] })
}

/** Starts a worker. It serves no requests, so there is no sign that it is ready. */
export function startWorker(place: Place): Pick<StartedServer, 'pid' | 'stop'> {
  const { env, logFile, profiles } = shared(place, 'worker')
  const child = spawnLogged({ script: MAIN, args: ['worker'], env, logFile, profiles })
  return { pid: child.pid ?? 0, stop: () => stop(child) }
}

/** The payment simulator on a state that was written before. */
export function startSimulator(home: string, state: string): Promise<StartedServer> {
  const env = { STATE: state, WEBHOOK_SECRET }
  return launch({ script: SIMULATOR, env, path: '/', logFile: join(home, 'simulator.log') })
}

/** The same middleware around one interactive transaction per order. */
export function startBaseline(place: Place): Promise<StartedServer> {
  return launch({ ...shared(place, 'baseline'), script: BASELINE })
}

/** The same framework answering a constant. */
export function startBare(home: string): Promise<StartedServer> {
  return launch({ script: BARE, env: {}, path: '/constant', logFile: join(home, 'bare.log') })
}

/** The whole product as `npm start` starts it, on a state folder of its own; with the people of the bench instead of the demo's. */
export function startAll(
  home: string,
  logFile: string,
  people: 'demo' | 'bench' = 'demo',
  profiles?: string,
): Promise<StartedServer> {
  const isBench = people === 'bench'
  const args = isBench ? ['all', '--empty'] : ['all']
  const env = isBench ? { PREVIA_MASTER_KEY: masterKey, TRUST_PROXY: 'loopback' } : {}
  // Its children take the option from their environment.
  const profiling = profiles ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {}
  const all = { PREVIA_HOME: home, ...env, ...profiling }
  return launch({ script: MAIN, args, env: all, path: '/api/v1/event/home', logFile })
}

function shared({ connectionString, home, profiles, provider = UNREACHABLE }: Place, name: string) {
  const state = join(home, name)
  mkdirSync(state, { recursive: true })
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: connectionString,
    PREVIA_HOME: state,
    PREVIA_MASTER_KEY: masterKey,
    LOG_LEVEL: 'info',
    TRUST_PROXY: 'loopback',
    // Paid sales are on; placing an order never calls the provider.
    MP_CLIENT_ID: 'bench',
    MP_CLIENT_SECRET: 'bench',
    MP_WEBHOOK_SECRET: WEBHOOK_SECRET,
    MP_BASE_URL: provider,
  }
  return { env, path: '/readyz', logFile: join(home, `${name}.log`), profiles }
}

/** The environment of the shell that runs the bench must not configure the measured servers. */
function cleanEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  await once(server, 'close')
  return port
}

async function firstAnswer(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS
  let last = 'nothing'
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended before it answered ${url}`)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5000) })
      await answer.arrayBuffer()
      if (answer.ok) return
      last = String(answer.status)
    } catch (error) {
      last = String(error)
    }
    await wait(POLL_MS)
  }
  throw new Error(`No good answer from ${url}; the last was ${last}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
