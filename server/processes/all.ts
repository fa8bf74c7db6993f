/**
 * `npm start`: the parent of everything. It runs the embedded PostgreSQL and the simulators, keeps web and worker processes
 * alive, and ends them in order: web first, then the worker, then what they depend on.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Config } from '#server/config.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { createClock } from '#server/shared/clock.ts'
import { createLogger, type Logger } from '#server/shared/logger.ts'
import { announcement } from './announce.ts'
import { prepareDatabase } from './prepare-database.ts'
import { demoSignIns } from '#server/demo/sign-ins.ts'
import { discardHalfDemo, loadFirstData, startLoaderEarly } from './first-data.ts'
import { createLauncher } from './launch.ts'
import { startSimulators, type RunningSimulators } from './simulators.ts'
import type { Child } from './supervise.ts'

const PORT_PATIENCE_MS = 5000
const PORT_ASKED_EVERY_MS = 100

/** What has been started so far. */
interface Running {
  web: readonly Child[]
  worker?: Child
  simulators?: RunningSimulators
  postgres?: EmbeddedPostgres
}

interface Starting {
  /** Leaves the demo data out. */
  readonly isEmpty: boolean
  readonly log: Logger
  readonly stopping: AbortSignal
}

/** Starts everything and returns once it is ready; it then runs until a signal. Throws when it cannot start. */
export async function runAll(config: Config, { isEmpty }: { readonly isEmpty: boolean }): Promise<void> {
  const log = createLogger({ level: config.logLevel, pretty: config.mode === 'demo' })
  const stopping = new AbortController()
  const running: Running = { web: [] }
  const started = start(config, running, { isEmpty, log, stopping: stopping.signal })
  closeWithGrace({ delay: false, skip: ['beforeExit'], logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'unexpected error; everything ends')
    else log.info({ signal }, 'deteniendo Previa')
    stopping.abort()
    await started.catch(() => {}) // thrown below too
    await end(running)
  })
  try {
    await started
  } catch (error) {
    if (stopping.signal.aborted) return
    await end(running)
    throw error
  }
}

async function start(given: Config, running: Running, starting: Starting): Promise<void> {
  const { isEmpty, log, stopping } = starting
  await assertPortIsFree(given)
  const config = Promise.withResolvers<Config>()
  const launch = createLauncher(config.promise, log)
  // Web processes load their code while the database starts.
  running.web = Array.from({ length: given.webProcesses }, (_, index) => launch(`web-${index + 1}`, 'web'))
  const { config: whole, untilDemoIsWhole } = await startGround(given, running, starting)
  config.resolve(whole)
  await unlessStopped(Promise.all(running.web.map((child) => child.ready)), stopping)
  const signIns = whole.mode === 'demo' && !isEmpty ? demoSignIns : []
  if (untilDemoIsWhole) {
    process.stdout.write(announcement(whole, signIns, { isDemoLoading: true }))
    // Past orders would expire under a whole worker before they are paid.
    running.worker = launch('worker', 'worker', { ...whole, historyLoadsSince: createClock().now() })
    await unlessStopped(Promise.all([running.worker.ready, untilDemoIsWhole()]), stopping)
    await running.worker.stop()
  }
  // Only now: the worker's own loading would make the first answer wait.
  running.worker = launch('worker', 'worker')
  await unlessStopped(running.worker.ready, stopping)
  if (!untilDemoIsWhole) process.stdout.write(announcement(whole, signIns))
}

interface Ground {
  /** What the children need. */
  readonly config: Config
  /** Waits for the history of a demo that is being loaded. */
  readonly untilDemoIsWhole: (() => Promise<void>) | null
}

/** Database, simulators and demo data. */
async function startGround(given: Config, running: Running, { isEmpty, log, stopping }: Starting): Promise<Ground> {
  const hasDemo = given.mode === 'demo' && !isEmpty
  const loader = hasDemo ? startLoaderEarly(given, stopping) : undefined
  if (given.databaseUrl === null) {
    running.postgres = await startEmbeddedPostgres({
      dataDir: join(given.home, 'postgres'),
      log: (message) => log.info(message),
    })
  }
  stopping.throwIfAborted()
  const databaseUrl = given.databaseUrl ?? running.postgres?.url ?? ''
  if (given.mode === 'demo') await discardHalfDemo(given, databaseUrl, log)
  await prepareDatabase(databaseUrl)
  running.simulators = await startSimulators({ ...given, databaseUrl })
  const { config } = running.simulators
  stopping.throwIfAborted()
  const untilDemoIsWhole = hasDemo ? await loadFirstData(config, databaseUrl, { log, stopping }, loader) : null
  stopping.throwIfAborted()
  return { config, untilDemoIsWhole }
}

/** Waits for `work`; throws as soon as everything is asked to end. */
async function unlessStopped(work: Promise<unknown>, stopping: AbortSignal): Promise<void> {
  await Promise.race([work, once(stopping, 'abort')])
  stopping.throwIfAborted()
}

async function end({ web, worker, simulators, postgres }: Running): Promise<void> {
  await Promise.all(web.map((child) => child.stop()))
  await worker?.stop()
  await simulators?.stop()
  await postgres?.stop()
}

/**
 * Said before anything is started: a second Previa must not touch the first one's database. The children of one that was
 * killed notice it and leave, so a port that is taken gets a moment to become free. Throws `EADDRINUSE` after it.
 */
async function assertPortIsFree(
  { port, host }: Pick<Config, 'port' | 'host'>,
  patienceMs = PORT_PATIENCE_MS,
): Promise<void> {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || patienceMs <= 0) throw error
    await wait(PORT_ASKED_EVERY_MS)
    return assertPortIsFree({ port, host }, patienceMs - PORT_ASKED_EVERY_MS)
  }
  server.close()
  await once(server, 'close')
}
