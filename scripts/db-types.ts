/** `npm run db:types`: writes `server/db/schema.ts` from a new database that has every migration. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { migrate } from '#server/db/migrate.ts'
import { generateTypes } from './generate-types.ts'

const folder = await mkdtemp(join(tmpdir(), 'previa-types-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false })
try {
  await migrate(postgres.url)
  await writeFile(new URL('../server/db/schema.ts', import.meta.url), await generateTypes(postgres.url))
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
