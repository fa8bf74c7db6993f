/** The table types of a migrated database, as `server/db/schema.ts` shall read. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROGRAM = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url))

/** How `server/db/connection/client.ts` reads each of PostgreSQL's types; numerics stay text. */
const TYPES = { int8: 'number', timestamptz: 'string', date: 'string' }

/** Reads the catalogue of the database at `url`; the queue library's own schema stays out. */
export async function generateTypes(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'previa-types-'))
  const file = join(folder, 'schema.ts')
  const options = {
    dialect: 'postgres',
    url,
    'out-file': file,
    'numeric-parser': 'string',
    'date-parser': 'string',
    'exclude-pattern': 'pgboss.*',
    'type-mapping': JSON.stringify(TYPES),
  }
  try {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    await promisify(execFile)(process.execPath, [PROGRAM, ...args], { cwd: folder })
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
