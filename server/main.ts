/**
 * `node server/main.ts [all|web|worker|migrate] [--empty] [--lan]`. `all`, the default, is a whole Previa on one machine;
 * the others are its parts, for a production with its own database (DATABASE_URL). A child process gets its name after its
 * role; `seed` is how `all` loads the demo data.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { EmbeddedPostgresError } from '#server/embedded-postgres/start.ts'
import { configFromParent, tellParent } from '#server/processes/parent.ts'
import { asStartProblem, StartProblem } from '#server/processes/start-problem.ts'

const USAGE = 'Uso: node server/main.ts [all|web|worker|migrate] [--empty] [--lan]'
const FLAGS = ['--empty', '--lan']

const args = process.argv.slice(2)
const flags = args.filter((arg) => arg.startsWith('--'))
const [role = 'all', childName] = args.filter((arg) => !arg.startsWith('--'))
const isChild = childName !== undefined
const name = childName ?? role

type Part = (config: Config, connectionString: string) => Promise<void>
const parts: Readonly<Record<'web' | 'worker' | 'seed' | 'migrate', () => Promise<Part>>> = {
  web: async () => {
    const { runWeb } = await import('#server/processes/web.ts')
    return (config, connectionString) => runWeb(config, connectionString, name)
  },
  worker: async () => {
    const { runWorker } = await import('#server/processes/worker.ts')
    return (config, connectionString) => runWorker(config, connectionString, name)
  },
  seed: async () => (await import('#server/processes/seed.ts')).runSeed,
  migrate: async () => (await import('#server/processes/migrate.ts')).runMigrate,
}
const isRole = (text: string): text is keyof typeof parts => Object.hasOwn(parts, text)

try {
  const unknown = flags.find((flag) => !FLAGS.includes(flag))
  if (unknown) throw new StartProblem(`No existe la opción ${unknown}.\n${USAGE}`)
  const config = readConfig(process.env, flags)
  // A third of what a start costs is compiling the same files again.
  enableCompileCache(join(config.home, 'compile-cache'))
  try {
    await run(config)
  } catch (error) {
    throw asStartProblem(error, config) ?? error
  }
} catch (error) {
  if (error instanceof StartProblem || error instanceof ConfigError || error instanceof EmbeddedPostgresError) {
    await tellParent({ kind: 'refused', message: error.message })
    if (!process.connected) process.stderr.write(`\n${error.message}\n\n`)
  } else process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

/** Each part is loaded only where it runs: the parent stays small, and children load while the parent prepares the rest. */
async function run(own: Config): Promise<void> {
  if (role === 'all') {
    const { runAll } = await import('#server/processes/all.ts')
    return runAll(own, { isEmpty: flags.includes('--empty') })
  }
  if (!isRole(role)) throw new StartProblem(`No existe "${role}".\n${USAGE}`)
  const [part, config] = await Promise.all([parts[role](), isChild ? configFromParent() : own])
  if (config.databaseUrl === null) {
    throw new StartProblem(`DATABASE_URL: falta. "${role}" usa una base de datos propia; "all" trae la suya.`)
  }
  await part(config, config.databaseUrl)
}
