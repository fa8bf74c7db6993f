/** Starts one PostgreSQL for the whole test run, without fsync, and makes the template that each test file clones. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '#server/embedded-postgres/start.ts'
import { makeTemplate, testClusterSettings } from './database.ts'
// The template's own rows are as old as the tests, which inherit this process's time.
import './shift-clock.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test cluster's maintenance database. */
    clusterUrl: string
    templateName: string
    /** Whether this is `npm run prove`. */
    isProof: boolean
  }
}

const PREFIX = 'previa-tests-'
const LEFT_AFTER_MS = 3_600_000

/** `PREVIA_TEST_DATABASE_URL` names a cluster to use instead; `PREVIA_PROVE` keeps fsync on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isProof = process.env['PREVIA_PROVE'] !== undefined
  project.provide('isProof', isProof)
  const given = process.env['PREVIA_TEST_DATABASE_URL']
  if (given) {
    project.provide('clusterUrl', given)
    project.provide('templateName', await makeTemplate(given))
    return async () => {}
  }
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  await clearLeftovers((await stat(folder)).mtimeMs)
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    durable: isProof,
    settings: testClusterSettings,
  })
  project.provide('clusterUrl', server.url)
  project.provide('templateName', await makeTemplate(server.url))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stops and removes the clusters of test runs that were killed. `nowMs` is the time of the file system. */
async function clearLeftovers(nowMs: number): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    const made = await stat(folder).catch(() => null) // another run may be clearing it too
    if (made === null || nowMs - made.mtimeMs < LEFT_AFTER_MS) continue
    try {
      const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings: testClusterSettings })
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    } catch (error) {
      if (!(error instanceof EmbeddedPostgresError)) throw error // in use by a long run, or another user's
    }
  }
}
