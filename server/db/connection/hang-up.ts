/**
 * Clients that wait for an answer only so long. PostgreSQL ends long statements itself, but one that hangs, or a network that
 * swallows what is sent, answers nothing at all: without an end on this side the caller waits for ever, and its place in the
 * pool with it. pg's own `query_timeout` leaves the statement running on a connection that the next caller gets.
 */
import pg from 'pg'

/** The pool drops a client whose connection broke, so that the next caller gets a new one. */
export function clientsThatHangUp(longestMs: number): new () => pg.ClientBase {
  return class extends pg.Client {
    override query(...args: unknown[]): never {
      let isAnswered = false
      const hangUp = () => {
        // In a process that was frozen the answer may be here already. It is read before this runs.
        if (!isAnswered) socketOf(this).destroy(new Error(`Connection terminated: no answer in ${longestMs} ms`))
      }
      const timer = setTimeout(() => setImmediate(hangUp), longestMs)
      const answered = () => {
        isAnswered = true
        clearTimeout(timer)
      }
      const last = args.at(-1)
      if (typeof last === 'function') {
        const done = (...answer: unknown[]): unknown => {
          answered()
          return last(...answer)
        }
        return send(this, [...args.slice(0, -1), done]) as never
      }
      const answer = send(this, args)
      if (answer instanceof Promise) answer.then(answered, answered)
      else answered()
      return answer as never // whatever pg's overload for these arguments gives
    }
  }
}

/** By name of the prototype: tests watch what is asked there. */
function send(client: pg.Client, args: readonly unknown[]): unknown {
  return Reflect.apply(pg.Client.prototype.query, client, args)
}

/** pg's types do not know of it. */
function socketOf(client: pg.Client): { destroy(error: Error): void } {
  return (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream
}
