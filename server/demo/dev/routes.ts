/** What only a demo has: `/dev/inbox`, the demo sign-ins, and the simulated vendors' pages behind the product's own port. */
import type { FastifyInstance } from 'fastify'
import type { App } from '#server/context.ts'
import { inboxRoutes } from './inbox.ts'
import { proxySimulators } from './simulators.ts'

/** An account of the demo data that anybody may use. */
export interface DemoSignIn {
  readonly role: string
  readonly name: string
  /** E.164. */
  readonly phone: string
  readonly password: string
}

/** The routes; in production there are none, so each address answers 404 like any other unknown one. */
export function devRoutes(app: App, { signIns }: { readonly signIns: readonly DemoSignIn[] }) {
  return async (fastify: FastifyInstance): Promise<void> => {
    if (app.config.mode !== 'demo') return
    inboxRoutes(fastify, app)
    fastify.get('/dev/sign-ins', async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
      return existing(app, signIns)
    })
    await proxySimulators(fastify, app.config.simulators)
  }
}

/** A demo started empty has none of them. */
async function existing(app: App, signIns: readonly DemoSignIn[]): Promise<readonly DemoSignIn[]> {
  if (signIns.length === 0) return []
  const phones = signIns.map(({ phone }) => phone)
  const rows = await app.db.selectFrom('users').select('phone').where('phone', 'in', phones).execute()
  const known = new Set(rows.map(({ phone }) => phone))
  return signIns.filter(({ phone }) => known.has(phone))
}
