/** For programs that watch the process: `/healthz` says only that it answers, `/readyz` whether it should get requests. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { App } from '#server/context.ts'
import { isMigrated } from '#server/db/migrate.ts'

type Unready = 'closing' | 'database' | 'migrations'

const PATIENCE_MS = 2000
/** Anybody may ask: between two of these the database is not asked again. */
const REMEMBER_MS = 1000

/** The two routes. A server that is closing says so, so that a proxy sends its requests elsewhere meanwhile. */
export function healthRoutes(app: App) {
  return (fastify: FastifyInstance): void => {
    let isClosing = false
    let hasMigrations = false
    let last: { atMs: number; answer: Promise<Unready | null> } | undefined

    async function ask(): Promise<Unready | null> {
      try {
        await inTime(sql`select 1`.execute(app.db))
        hasMigrations ||= await inTime(isMigrated(app.db))
        return hasMigrations ? null : 'migrations'
      } catch {
        return 'database' // the pool logs why
      }
    }

    fastify.addHook('preClose', async () => {
      isClosing = true
    })
    fastify.get('/healthz', (_request, reply) => {
      void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n')
    })
    fastify.get('/readyz', async (_request, reply) => {
      const nowMs = performance.now()
      if (!last || nowMs - last.atMs > REMEMBER_MS) last = { atMs: nowMs, answer: ask() }
      const problem = isClosing ? 'closing' : await last.answer
      void reply.code(problem ? 503 : 200).header('cache-control', 'no-store')
      return problem ? { ready: false, problem } : { ready: true }
    })
  }
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = new AbortController()
  try {
    return await Promise.race([
      work,
      wait(PATIENCE_MS, undefined, { signal: late.signal }).then((): never => {
        throw new Error('The database did not answer in time')
      }),
    ])
  } finally {
    late.abort()
  }
}
