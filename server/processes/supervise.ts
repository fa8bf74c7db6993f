/** A child process that is kept alive: started again when it dies, ended in order when asked. */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { ToChild, ToParent } from './protocol.ts'
import { StartProblem } from './start-problem.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const FIRST_PAUSE_MS = 200
const LAST_PAUSE_MS = 10_000
/** A process that lived this long starts again without the pauses of those before it. */
const STEADY_MS = 30_000

export interface ChildOptions {
  /** Unique among siblings: `web-1`, `worker`. */
  readonly name: string
  readonly role: 'web' | 'worker'
  /** Sent to it as soon as it is known; the process loads its code meanwhile. */
  readonly config: Promise<Config>
  readonly log: Logger
  /** How long it may take to end before it is killed. */
  readonly endsWithinMs: number
  readonly onMessage: (child: Child, message: ToParent) => void
}

export interface Child {
  readonly name: string
  /** Settles when it is ready for the first time; rejects when it ends before, with `StartProblem` when it said why. */
  readonly ready: Promise<void>
  pid(): number | undefined
  send(message: ToChild): void
  stop(): Promise<void>
}

/** Starts the child and keeps it alive once it has been ready. */
export function supervise(options: ChildOptions): Child {
  const { name, log } = options
  const firstReady = Promise.withResolvers<void>()
  let wasReady = false
  let isStopping = false
  let pauseMs = FIRST_PAUSE_MS
  let restart: NodeJS.Timeout | undefined
  let present: ChildProcess | undefined
  let gone = Promise.resolve()

  function launch(): void {
    const startedMs = performance.now()
    const process_ = forkChild(options.role, name)
    present = process_
    const exited = Promise.withResolvers<void>()
    gone = exited.promise
    options.config.then(
      (config) => process_.connected && process_.send({ kind: 'config', config } satisfies ToChild, () => {}), // it died meanwhile
      () => {}, // then the parent stops it
    )
    process_.on('message', (message: ToParent) => {
      if (message.kind === 'ready') {
        wasReady = true
        firstReady.resolve()
      } else if (message.kind === 'refused') {
        firstReady.reject(new StartProblem(message.message))
      } else options.onMessage(child, message)
    })
    process_.once('exit', (code, signal) => {
      present = undefined
      exited.resolve()
      if (isStopping) return
      if (!wasReady)
        return firstReady.reject(new Error(`The process ${name} ended before it was ready (${signal ?? code})`))
      if (performance.now() - startedMs > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      log.error({ process: name, pid: process_.pid, code, signal, restartsInMs: pauseMs }, 'process ended unexpectedly')
      restart = setTimeout(launch, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
    })
  }

  const child: Child = {
    name,
    ready: firstReady.promise,
    pid: () => present?.pid,
    send(message) {
      if (present?.connected) present.send(message, () => {}) // it died meanwhile: its figures are missing once
    },
    async stop() {
      isStopping = true
      clearTimeout(restart)
      if (!present) return
      present.kill('SIGTERM')
      const late = setTimeout(() => {
        log.warn({ process: name }, 'process did not end in time; killed')
        present?.kill('SIGKILL')
      }, options.endsWithinMs)
      await gone
      clearTimeout(late)
    },
  }
  launch()
  return child
}

/** Starts a child of this program that expects its configuration from us. */
export function forkChild(role: 'web' | 'worker' | 'seed', name: string): ChildProcess {
  return fork(MAIN, [role, name])
}
