/** `/simulador/<vendor>/…` → the simulated vendor's own server, so that browsers need one port only. Demo only. */
import { request as requestFrom, type IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failures } from '#contract/api/failures.ts'

/** Headers that speak of one connection only (RFC 9110 §7.6.1). */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Registers the proxy for each vendor of `simulators` (name → address of its server). */
export async function proxySimulators(
  fastify: FastifyInstance,
  simulators: Readonly<Record<string, string>>,
): Promise<void> {
  await fastify.register(async (scope) => {
    // Bodies pass through as they come.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const pass = async (request: FastifyRequest<{ Params: { vendor: string } }>, reply: FastifyReply) => {
      const address = simulators[request.params.vendor]
      if (!address) {
        const [status, message] = failures.not_found
        return reply.code(status).send({ code: 'not_found', message })
      }
      return forward(request, reply, `/simulador/${request.params.vendor}`, address)
    }
    // The router takes `/simulador/x/` for `/simulador/x`: the address that the start prints.
    scope.all('/simulador/:vendor', pass)
    scope.all('/simulador/:vendor/*', pass)
  })
}

async function forward(request: FastifyRequest, reply: FastifyReply, prefix: string, address: string): Promise<void> {
  const target = new URL(address + request.url.slice(prefix.length))
  const outgoing = requestFrom(target, {
    method: request.method,
    headers: { ...passed(request.headers), host: target.host, 'x-forwarded-host': request.host },
  })
  reply.hijack()
  const { raw } = reply
  raw.on('close', () => outgoing.destroy())
  outgoing.on('response', (incoming) => {
    const headers = passed(incoming.headers)
    if (headers.location?.startsWith(address)) headers.location = prefix + headers.location.slice(address.length)
    raw.writeHead(incoming.statusCode ?? 502, headers)
    pipeline(incoming, raw).catch(() => raw.destroy()) // the browser went away, or the simulator cut the line on purpose
  })
  outgoing.on('error', () => {
    if (raw.headersSent) return raw.destroy()
    // A cut connection is one of the faults that a simulator plays: it reaches the caller as a gateway's answer.
    raw.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end('El simulador no respondió\n')
  })
  pipeline(request.raw, outgoing).catch(() => outgoing.destroy())
}

function passed(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)))
}
