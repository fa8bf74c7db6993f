/**
 * The PostgreSQL that comes with the packages, for `npm start` and the tests: one server per data directory, reached
 * only through a socket that its own user can open. It is supervised: when it dies it is started again.
 */
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { EmbeddedPostgresError } from './binaries.ts'
import { claim, release, runningPostmaster } from './owner.ts'
import { preparePlace, type Place } from './place.ts'
import * as server from './server.ts'

export { EmbeddedPostgresError }

/** npm gives the terminal back before the program that it ran has ended. A new start waits this long for it. */
const ENDING_MS = 4_000

export interface EmbeddedPostgresOptions {
  /** Made when missing. Its parent, the state folder, also gets the server's log and, if needed, a copy of its programs. */
  readonly dataDir: string
  /** False gives up crash safety for speed: tests only. */
  readonly durable?: boolean
  /** Settings of `postgresql.conf` that override ours. */
  readonly settings?: server.Settings
  /** Use the server of another living process instead of refusing; `stop` then leaves it alone. */
  readonly share?: boolean
  /** Receives progress messages in Spanish. */
  readonly log?: (message: string) => void
}

export interface EmbeddedPostgres {
  readonly connection: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly database: string
  }
  /** The same as an address for `pg`. */
  readonly url: string
  /** Whether it was already running: left by a killed process, or shared. */
  readonly isAdopted: boolean
  /** The server's process now; it changes when the server had to be started again. */
  pid(): number | null
  /** Ends the server and gives the data directory up. Connections are cut; what was committed is kept. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on `dataDir`, or adopts the one that a killed process of ours left running there. Throws
 * `EmbeddedPostgresError` with a message for the operator: unsupported system, folder out of reach, in use by another
 * process.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, settings = {}, share = false, log = () => {} } = options
  const place = preparePlace(options.dataDir)
  const otherOwner = await claimSoon(place, share)
  if (otherOwner !== null) {
    if (!share) throw new EmbeddedPostgresError(inUse(place, otherOwner))
    await server.waitUntilReady(place, () => true)
    return describe(place, {
      isAdopted: true,
      pid: () => runningPostmaster(place.dataDir),
      stop: async () => {},
    })
  }
  try {
    await server.initialise(place, durable)
    const flags = server.serverArguments(place, durable, settings)
    const adoptedPid = await server.adopt(place, flags, log)
    const supervisor = server.supervise(place, flags, adoptedPid ?? (await server.launch(place, flags)), log)
    await ensureDatabase(place)
    return describe(place, {
      isAdopted: adoptedPid !== null,
      pid: supervisor.pid,
      async stop() {
        await supervisor.stop()
        rmSync(place.sockets, { recursive: true, force: true })
        release(place.ownerFile)
      },
    })
  } catch (error) {
    release(place.ownerFile)
    throw error
  }
}

/** Gives the living owner's pid when there is another one and it does not go away; one that is just ending gets the time. */
async function claimSoon(place: Place, share: boolean): Promise<number | null> {
  const deadline = performance.now() + (share ? 0 : ENDING_MS)
  for (;;) {
    const otherOwner = claim(place.ownerFile)
    if (otherOwner === null || otherOwner === process.pid || performance.now() >= deadline) return otherOwner
    await wait(100)
  }
}

function inUse(place: Place, pid: number): string {
  return `La base de datos de ${place.dataDir} ya la está usando otro Previa (proceso ${pid}). Cerralo, o elegí otra carpeta con PREVIA_HOME.`
}

async function ensureDatabase(place: Place): Promise<void> {
  await server.withClient(place, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [server.USER])
    if (found.rowCount === 0) await client.query(`create database ${server.USER}`)
  })
}

function describe(place: Place, rest: Pick<EmbeddedPostgres, 'isAdopted' | 'pid' | 'stop'>): EmbeddedPostgres {
  const { sockets: host } = place
  const { USER: user, PORT: port } = server
  const url = `postgres://${user}@localhost/${user}?host=${encodeURIComponent(host)}&port=${port}`
  return { connection: { host, port, user, database: user }, url, ...rest }
}
