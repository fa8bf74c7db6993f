/** The demo's data: loaded once, by a process of its own; Previa is announced as ready while their history still loads. */
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Logger } from '#server/shared/logger.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { ToChild, ToParent } from './protocol.ts'
import { StartProblem } from './start-problem.ts'
import { forkChild } from './supervise.ts'

/** How often a loader that was killed is run. */
const ATTEMPTS = 2

/** While this file is in the state folder, the demo data are not whole. */
const marker = (config: Config) => join(config.home, 'demo-loading')

interface Loading {
  readonly log: Logger
  readonly stopping: AbortSignal
}

/** Drops a demo whose load was cut short, and its payments at the simulated provider: half a demo is no demo. */
export async function discardHalfDemo(config: Config, connectionString: string, log: Logger): Promise<void> {
  if (!existsSync(marker(config))) return
  log.warn('la carga de los datos de prueba había quedado a medias: empieza de nuevo')
  await recreate(connectionString)
  rmSync(join(config.home, 'mercado-pago.json'), { force: true })
  rmSync(marker(config))
}

/**
 * Loads the demo data into an empty demo database and returns once people can sign in and events are on sale; null when there was
 * nothing to load. `early` is a loader that already runs. The returned function waits for their history and throws `StartProblem` when it cannot be loaded: the next
 * start then begins again.
 */
export async function loadFirstData(
  config: Config,
  connectionString: string,
  { log, stopping }: Loading,
  early?: Loader,
): Promise<(() => Promise<void>) | null> {
  for (let attempt = 1; ; attempt += 1) {
    if (!(await isEmpty(connectionString))) return null
    if (attempt === 1) log.info('primer inicio: se cargan los datos de prueba')
    writeFileSync(marker(config), '')
    const loader = (attempt === 1 && early) || startLoader(stopping)
    loader.begin(config)
    const end = await Promise.race([loader.opened, loader.ended])
    stopping.throwIfAborted()
    if (!end) return () => untilWhole(config, loader, { log, stopping })
    reportEnd(log, end)
    // Without a word of its own it was killed from outside, or by a fault of a native library: both may pass.
    if (end.signal === null || attempt === ATTEMPTS) throw new StartProblem(problemText(end.why))
    await discardHalfDemo(config, connectionString, log)
    await prepareDatabase(connectionString)
  }
}

/** A second try is left to the next start: people may have begun to use what is there. */
async function untilWhole(config: Config, loader: Loader, { log, stopping }: Loading): Promise<void> {
  const end = await loader.ended
  stopping.throwIfAborted()
  if (end.code !== 0) {
    reportEnd(log, end)
    throw new StartProblem(problemText(end.why))
  }
  rmSync(marker(config))
  log.info('los datos de prueba están completos')
}

interface LoaderEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The reason that it gave, in Spanish. */
  readonly why?: string
}

export interface Loader {
  begin(config: Config): void
  /** Settles when people and events are there. */
  readonly opened: Promise<void>
  readonly ended: Promise<LoaderEnd>
}

/** The loader of a start that creates its database: it loads its code meanwhile. */
export function startLoaderEarly({ home }: Config, stopping: AbortSignal): Loader | undefined {
  return existsSync(join(home, 'postgres')) ? undefined : startLoader(stopping)
}

/** Starts the loader, which is killed when the start is given up. */
function startLoader(stopping: AbortSignal): Loader {
  const loader = forkChild('seed', 'seed')
  const opened = Promise.withResolvers<void>()
  let why: string | undefined
  loader.on('message', (message: ToParent) => {
    if (message.kind === 'ready') opened.resolve()
    if (message.kind === 'refused') why = message.message
  })
  const kill = () => loader.kill('SIGKILL')
  stopping.addEventListener('abort', kill)
  const ended = once(loader, 'exit').then((exit): LoaderEnd => {
    stopping.removeEventListener('abort', kill)
    const [code, signal] = exit as [number | null, NodeJS.Signals | null] // as Node says
    return { code, signal, ...(why === undefined ? {} : { why }) }
  })
  const begin = (config: Config) => {
    if (loader.connected) loader.send({ kind: 'config', config } satisfies ToChild, () => {}) // it died meanwhile: `ended` says so
  }
  return { begin, opened: opened.promise, ended }
}

function reportEnd(log: Logger, end: LoaderEnd): void {
  log.error(end, 'the process that loads the demo data ended early')
}

function problemText(why: string | undefined): string {
  return ['No se pudieron cargar los datos de prueba.', why, 'Podés iniciar sin ellos: npm start -- --empty']
    .filter((line) => line !== undefined)
    .join('\n')
}

async function isEmpty(connectionString: string): Promise<boolean> {
  return withClient(connectionString, async (client) => {
    const found = await client.query('select exists (select from users) as "hasUsers"')
    return !found.rows[0].hasUsers
  })
}

async function recreate(connectionString: string): Promise<void> {
  const maintenance = new URL(connectionString)
  const name = pg.escapeIdentifier(maintenance.pathname.slice(1))
  maintenance.pathname = '/postgres'
  await withClient(maintenance.toString(), async (client) => {
    await client.query(`drop database ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name: 'previa-start' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
