/** The end of a server that listens. */
import type { FastifyInstance } from 'fastify'

/** Takes no more connections and answers what is under way; what is still open after `withinMs` is cut. */
export async function endServer(fastify: FastifyInstance, withinMs: number): Promise<void> {
  const late = setTimeout(() => fastify.server.closeAllConnections(), withinMs)
  // A connection that was busy when the closing began is idle once it was answered, and would be waited for.
  const idle = setInterval(() => fastify.server.closeIdleConnections(), 50)
  try {
    await fastify.close()
  } finally {
    clearTimeout(late)
    clearInterval(idle)
  }
}
