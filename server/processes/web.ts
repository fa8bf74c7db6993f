/** A web process: answers requests until it is asked to end, then finishes those under way. */
import { createApp, endpoints, rules, webRoutes } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { devRoutes } from '#server/demo/dev/routes.ts'
import { endServer } from '#server/http/end-server.ts'
import { healthRoutes } from '#server/http/health.ts'
import { createMetrics, metricsRoutes } from '#server/http/metrics.ts'
import { createServer } from '#server/http/server.ts'
import { demoSignIns } from '#server/demo/sign-ins.ts'
import { connectToParent, endInOrder } from './parent.ts'

/** Longer than any answer takes; then open connections are cut. */
export const WEB_ENDS_WITHIN_MS = 10_000

/** Runs until the process ends. `name` distinguishes it from its siblings in `/metrics`. Throws when it cannot listen. */
export async function runWeb(config: Config, connectionString: string, name: string): Promise<void> {
  const metrics = createMetrics(name)
  const parent = connectToParent(metrics)
  const running = await createApp({ config, connectionString, process: 'web' })
  const { app, sessions, limits } = running
  const stopSharing = limits.start()
  const fastify = await createServer({
    app,
    endpoints,
    rules,
    sessions,
    limits,
    checkAnswers: config.mode === 'demo',
    extras: [
      healthRoutes(app),
      metricsRoutes(app, { metrics, siblings: parent.siblings }),
      devRoutes(app, { signIns: demoSignIns }),
      ...(await webRoutes(app)),
    ],
  })
  endInOrder(app.log, WEB_ENDS_WITHIN_MS, async () => {
    await endServer(fastify, WEB_ENDS_WITHIN_MS - 1000)
    stopSharing()
    await running.close()
  })
  await fastify.listen(address(config))
  await parent.ready()
}

/**
 * Several web processes listen on one port, and the system shares the connections out. Node's cluster was measured too: as
 * fast with lasting connections, slower with short ones (0.15 ms of the parent for each), and a connection handed to a
 * process that is just ending is never answered.
 */
function address({ port, host, webProcesses }: Config): { port: number; host: string; reusePort?: boolean } {
  return webProcesses > 1 ? { port, host, reusePort: true } : { port, host }
}
