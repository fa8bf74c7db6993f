import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { openConnection, type Connection } from './connection.ts'

let server: Server
let socket: Promise<Socket>
const errors: Error[] = []

async function connect(): Promise<Connection> {
  errors.length = 0
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  socket = once(server, 'connection').then(([each]) => each as Socket) // the event's only argument
  const { port } = server.address() as AddressInfo // it listens on TCP
  return openConnection(port, (error) => errors.push(error))
}
afterEach(() => server.close())

const ask = (connection: Connection) =>
  new Promise<[number, string | null]>((resolve) =>
    connection.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'), (...answer) => resolve(answer)),
  )

test('answers are separated wherever the packets are cut', async () => {
  const connection = await connect()
  const peer = await socket
  peer.setNoDelay(true)
  const text = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello'
  for (const cut of [0, 3, 20, text.indexOf('\r\n\r\n') + 2, text.length - 2]) {
    const answer = ask(connection)
    await once(peer, 'data')
    peer.write(text.slice(0, cut) || text)
    if (cut > 0) setImmediate(() => peer.write(text.slice(cut)))
    expect(await answer).toEqual([200, null])
  }
  expect(errors).toEqual([])
  connection.end()
})

test('the body of a refusal is kept, an answer without a body is none', async () => {
  const connection = await connect()
  const peer = await socket
  const refused = ask(connection)
  peer.write('HTTP/1.1 409 Conflict\r\nContent-Length: 8\r\n\r\nsold_out')
  expect(await refused).toEqual([409, 'sold_out'])
  const empty = ask(connection)
  peer.write('HTTP/1.1 204 No Content\r\n\r\n')
  expect(await empty).toEqual([204, null])
  connection.end()
})

test('a connection that dies while it waits says so', async () => {
  const connection = await connect()
  void ask(connection)
  ;(await socket).destroy()
  await expect.poll(() => errors.length).toBeGreaterThan(0)
})
