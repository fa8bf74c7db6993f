/** What the framework alone can do on this machine: fastify, without hooks or logs, answering a constant. */
import Fastify from 'fastify'

const fastify = Fastify()
fastify.get('/constant', () => ({ ready: true }))
await fastify.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => void fastify.close().then(() => process.exit(0)))
