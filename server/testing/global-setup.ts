/** Starts one PostgreSQL for the whole test run, without fsync, and makes the template that each test file clones. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { makeTemplate, testClusterSettings } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test cluster's maintenance database. */
    clusterUrl: string
    templateName: string
  }
}

/** `PREVIA_TEST_DATABASE_URL` names a cluster to use instead; `PREVIA_PROVE` keeps fsync on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['PREVIA_TEST_DATABASE_URL']
  if (given) {
    project.provide('clusterUrl', given)
    project.provide('templateName', await makeTemplate(given))
    return async () => {}
  }
  const folder = await mkdtemp(join(tmpdir(), 'previa-tests-'))
  const durable = process.env['PREVIA_PROVE'] !== undefined
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable, settings: testClusterSettings })
  project.provide('clusterUrl', server.url)
  project.provide('templateName', await makeTemplate(server.url))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
