/** A small built web in a folder of its own, and a server that serves it together with the endpoints, to anonymous visitors. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { endpoints, rules, webRoutes } from '#server/app.ts'
import { createServer } from '#server/http/server.ts'
import { createProcessCache } from '#server/shared/process-cache.ts'
import type { TestApp } from './app.ts'
import { writeBuiltFiles } from './built-files.ts'

export interface BuiltWeb {
  readonly folder: string
  readonly fastify: FastifyInstance
  /** Removes the folder and ends the server; the app goes on. */
  close(): Promise<void>
}

/** Writes the files and serves them over the test app's database. */
export async function createBuiltWeb(server: TestApp): Promise<BuiltWeb> {
  const folder = await mkdtemp(join(tmpdir(), 'previa-web-'))
  await writeBuiltFiles(folder)
  const fastify = await serveBuiltWeb(server, folder)
  return {
    folder,
    fastify,
    async close() {
      await fastify.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same server over any folder. */
export async function serveBuiltWeb({ app: shared, clock, held }: TestApp, folder: string): Promise<FastifyInstance> {
  // What one server keeps of its files and pages is not another's.
  const app = { ...shared, processCache: createProcessCache(clock) }
  return createServer({
    app,
    endpoints: held.watchEndpoints(endpoints),
    rules,
    sessions: { find: async () => null, forgetUser: () => {} },
    checkAnswers: true,
    watch: held.watch,
    extras: await webRoutes(app, folder),
  })
}
