/** One raw connection of the load generator: a request at a time, the answer read only as far as its status and length. */
import { connect } from 'node:net'

/** Hears the status, and the body where it is not a success. */
export type OnAnswer = (status: number, body: string | null) => void

export interface Connection {
  send(request: Buffer, onAnswer: OnAnswer): void
  end(): void
}

const READ_BYTES = 128 * 1024

/** Connects to loopback. `onError` receives the error that ends a connection with a pending answer. */
export function openConnection(port: number, onError: (error: Error) => void): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  let waiting: OnAnswer | null = null
  let status = 0
  /** Bytes of the answer that are still to come; null while its head is. */
  let missing: number | null = null
  let head = ''
  let body = ''

  const receive = (count: number, bytes: Buffer): boolean => {
    let start = 0
    if (missing === null) {
      head += bytes.toString('latin1', 0, count)
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return true
      status = Number(head.slice(9, 12))
      missing = contentLength(head.slice(0, end), status)
      start = end + 4 - (head.length - count)
      head = ''
    }
    missing -= count - start
    if (status >= 400) body += bytes.toString('latin1', start, count)
    if (missing < 0) onError(new Error('More bytes came than the answer announced'))
    if (missing <= 0) {
      const [answered, text] = [waiting, status >= 400 ? body : null]
      waiting = null
      missing = null
      body = ''
      answered?.(status, text)
    }
    return true
  }

  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback: receive },
  })
  socket.once('connect', () =>
    resolve({
      send(request, onAnswer) {
        waiting = onAnswer
        socket.write(request)
      },
      end: () => socket.destroy(),
    }),
  )
  socket.on('error', (error) => {
    reject(error) // means nothing once connected
    if (waiting) onError(error)
  })
  socket.on('close', () => waiting && onError(new Error('The server closed a connection that waited for its answer')))
  return promise
}

function contentLength(head: string, status: number): number {
  if (status === 204 || status === 304) return 0
  const at = head.search(/\r\ncontent-length: /i)
  if (at < 0) throw new Error(`An answer without its length: ${head}`)
  return Number.parseInt(head.slice(at + 18), 10)
}
