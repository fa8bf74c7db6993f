/** The parent process, seen from a child. Alone, without a parent, everything here does nothing. */
import { setTimeout as wait } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Config } from '#server/config.ts'
import type { Metrics, MetricsSnapshot } from '#server/http/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { ToChild, ToParent } from './protocol.ts'

export interface Parent {
  ready(): Promise<void>
  /** The figures of the other processes. */
  siblings(): Promise<readonly MetricsSnapshot[]>
}

const SIBLINGS_PATIENCE_MS = 3000

/** Answers the parent's questions about this process's figures. */
export function connectToParent(metrics: Metrics): Parent {
  const waiting = new Map<number, (snapshots: readonly MetricsSnapshot[]) => void>()
  let lastId = 0
  process.on('message', (message: ToChild) => {
    if (message.kind === 'snapshot?') {
      void metrics.snapshot().then((snapshot) => tellParent({ kind: 'snapshot', id: message.id, snapshot }))
    } else if (message.kind === 'siblings') {
      waiting.get(message.id)?.(message.snapshots)
      waiting.delete(message.id)
    }
  })
  return {
    ready: () => tellParent({ kind: 'ready' }),
    async siblings() {
      if (!process.connected) return []
      const id = (lastId += 1)
      const answer = new Promise<readonly MetricsSnapshot[]>((resolve) => waiting.set(id, resolve))
      await tellParent({ kind: 'siblings?', id })
      return Promise.race([answer, wait(SIBLINGS_PATIENCE_MS, [], { ref: false })]).finally(() => waiting.delete(id))
    },
  }
}

/** Until a child has anything to end in order, it ends at once when its parent is gone. */
let endWithoutParent: () => void = () => process.exit(1)

/** The configuration that the parent sends first. From here on the process ends when the parent does. */
export function configFromParent(): Promise<Config> {
  return new Promise((resolve) => {
    process.once('disconnect', () => endWithoutParent())
    process.on('message', function take(message: ToChild) {
      if (message.kind !== 'config') return
      process.off('message', take)
      resolve(message.config)
    })
  })
}

/** For a child whose work is done: it ends by itself once nothing holds it. */
export function leaveParent(): void {
  endWithoutParent = () => {}
  if (process.connected) process.disconnect()
}

/** Notifies the parent, if there is one that still listens; settles when the message has left. */
export function tellParent(message: ToParent): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) return resolve()
    process.send(message, () => resolve()) // a parent that dies meanwhile is noticed by `disconnect`
  })
}

/**
 * Ends this process in order, within `withinMs`: on SIGTERM, when the parent is gone, or after an uncaught error
 * (exit code 1). The parent decides about Ctrl-C, which the terminal sends to all.
 */
export function endInOrder(log: Logger, withinMs: number, close: () => Promise<void>): void {
  const isChild = process.connected
  const grace = closeWithGrace(
    {
      delay: withinMs,
      skip: isChild ? ['SIGINT', 'SIGHUP', 'SIGQUIT', 'beforeExit'] : ['beforeExit'],
      logger: { error: (what: unknown) => log.error(what instanceof Error ? { err: what } : {}, String(what)) },
      onTimeout: () => log.warn('not everything ended in time'),
    },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'unexpected error; the process ends')
      await close()
    },
  )
  if (!isChild) return
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {})
  endWithoutParent = () => grace.close()
}
