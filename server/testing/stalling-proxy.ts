/** A proxy in front of a database that forwards everything until it is switched to drop everything. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'

export interface StallingProxy {
  /** The database's address, by way of the proxy. */
  readonly connectionString: string
  /** From now on nothing is forwarded on the connections that are open, either way, and none is closed. */
  stall(): void
  close(): Promise<void>
}

export async function createStallingProxy(connectionString: string): Promise<StallingProxy> {
  // As pg reads it: the embedded server listens on a socket of its folder.
  const { host, port } = new pg.Client({ connectionString })
  const dial = () => (host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host))
  const open = new Set<Socket>()
  const stalled = new Set<Socket>()
  const forward = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('data', (data) => {
      if (!stalled.has(from)) to.write(data)
    })
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      to.destroy()
    })
  }
  const server = createServer((client) => {
    const database = dial()
    forward(client, database)
    forward(database, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(connectionString)
  address.searchParams.set('host', '127.0.0.1')
  address.searchParams.set('port', String((server.address() as AddressInfo).port)) // it listens on TCP
  return {
    connectionString: address.toString(),
    stall() {
      for (const socket of open) stalled.add(socket)
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
