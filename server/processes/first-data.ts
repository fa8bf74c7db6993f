/** The demo's first night of data: loaded once, by a process of its own, before Previa is announced as ready. */
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

/**
 * Loads the demo data into an empty demo database. A load that was cut short begins again on a new database: half a night
 * is no night.
 */
export async function loadFirstData(
  config: Config,
  connectionString: string,
  { log, stopping }: { readonly log: Logger; readonly stopping: AbortSignal },
): Promise<void> {
  const isLoading = join(config.home, 'demo-loading')
  for (let attempt = 1; ; attempt += 1) {
    if (existsSync(isLoading)) {
      log.warn('la carga de los datos de prueba había quedado a medias: empieza de nuevo')
      await recreate(connectionString)
      rmSync(isLoading)
    }
    if (!(await isEmpty(connectionString))) return
    if (attempt === 1) log.info('primer inicio: se cargan los datos de prueba')
    writeFileSync(isLoading, '')
    const { code, signal, why } = await runLoader(config, stopping)
    stopping.throwIfAborted()
    if (code === 0) break
    log.error({ code, signal, why }, 'the process that loads the demo data ended early')
    // Without a word of its own it was killed from outside, or by a fault of a native library: both may pass.
    if (signal === null || attempt === ATTEMPTS) throw new StartProblem(problemText(why))
  }
  rmSync(isLoading)
}

interface LoaderEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** What it said of it, in Spanish. */
  readonly why?: string
}

/** Runs the loader to its end, which comes at once when the start is given up. */
async function runLoader(config: Config, stopping: AbortSignal): Promise<LoaderEnd> {
  const loader = forkChild('seed', 'seed')
  let why: string | undefined
  loader.on('message', (message: ToParent) => {
    if (message.kind === 'refused') why = message.message
  })
  loader.send({ kind: 'config', config } satisfies ToChild)
  const kill = () => loader.kill('SIGKILL')
  stopping.addEventListener('abort', kill)
  const [code, signal] = (await once(loader, 'exit')) as [number | null, NodeJS.Signals | null]
  stopping.removeEventListener('abort', kill)
  return { code, signal, ...(why === undefined ? {} : { why }) }
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
  await prepareDatabase(connectionString)
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
