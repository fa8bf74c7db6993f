/** Starts the parent's children, which ask one another for their figures through it. */
import type { Config } from '#server/config.ts'
import type { MetricsSnapshot } from '#server/http/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { ToParent } from './protocol.ts'
import { supervise, type Child } from './supervise.ts'

/** A little more than a process gives itself. */
const KILLED_AFTER_MS = { web: 12_000, worker: 15_000 } as const
const SNAPSHOT_PATIENCE_MS = 2000

/** `own` is a configuration of this child's own. */
export type Launch = (name: string, role: 'web' | 'worker', own?: Config) => Child

/** Children get their configuration once it settles. */
export function createLauncher(config: Promise<Config>, log: Logger): Launch {
  const all = new Map<string, Child>()
  const snapshots = createSnapshots(all)
  const onMessage = (child: Child, message: ToParent) => {
    if (message.kind === 'snapshot') snapshots.take(child, message.id, message.snapshot)
    else if (message.kind === 'siblings?') {
      void snapshots.ask(child).then((answers) => child.send({ kind: 'siblings', id: message.id, snapshots: answers }))
    }
  }
  return (name, role, own) => {
    const child = supervise({
      name,
      role,
      config: own ? Promise.resolve(own) : config,
      log,
      endsWithinMs: KILLED_AFTER_MS[role],
      onMessage,
    })
    all.set(name, child)
    return child
  }
}

/** Asks processes for their figures and gathers what comes in time. */
function createSnapshots(all: ReadonlyMap<string, Child>) {
  let lastId = 0
  const waiting = new Map<number, (child: Child, snapshot: MetricsSnapshot) => void>()
  return {
    take: (child: Child, id: number, snapshot: MetricsSnapshot) => waiting.get(id)?.(child, snapshot),
    async ask(asker: Child): Promise<MetricsSnapshot[]> {
      const id = (lastId += 1)
      const missing = new Set([...all.values()].filter((child) => child !== asker && child.pid() !== undefined))
      const snapshots: MetricsSnapshot[] = []
      if (missing.size === 0) return snapshots
      const complete = Promise.withResolvers<void>()
      waiting.set(id, (child, snapshot) => {
        snapshots.push(snapshot)
        missing.delete(child)
        if (missing.size === 0) complete.resolve()
      })
      for (const child of missing) child.send({ kind: 'snapshot?', id })
      const late = setTimeout(() => complete.resolve(), SNAPSHOT_PATIENCE_MS)
      await complete.promise
      clearTimeout(late)
      waiting.delete(id)
      return snapshots
    },
  }
}
