/** `/metrics` in the text form of Prometheus: this process's figures and, where there are several, those of its siblings. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObject,
} from 'prom-client'
import { failures } from '#contract/api/failures.ts'
import type { App } from '#server/context.ts'
import { readPoolUse } from '#server/db/connection/client.ts'
import { readBudgets } from '#server/db/limits.ts'
import { constantTimeEqual } from '#server/shared/crypto.ts'
import { countLabels, readCounts, type CountName } from '#server/shared/counts.ts'
import type { ProcessCache } from '#server/shared/process-cache.ts'
import { bearerToken } from './authenticate.ts'
import type { CachedReads } from './cached-reads.ts'
import { openStreams } from './stream.ts'

/** One process's figures, as they travel between processes. */
export type MetricsSnapshot = readonly MetricObject[]

export interface Metrics {
  /** One answered request; the route is the pattern, never the address. */
  observeRequest(route: string, method: string, status: number, seconds: number): void
  /** Shows what the caches of this process hold, from now on. */
  watch(processCache: ProcessCache): void
  snapshot(): Promise<MetricsSnapshot>
}

const COUNTED: Readonly<Record<CountName, string>> = {
  checks: 'Orders, tickets, types, events and buyers that the minute looked at, or could not',
  delays: 'Calls that waited because of their address',
  invoices: 'Invoices and credit notes asked for: none, issued, failed',
  jobs: 'Attempts at background jobs',
  messages: 'Mails and WhatsApp messages handed over; unsendable ones call for a person',
  message_milliseconds: 'How long handing them over took together',
  orders: 'Orders decided',
  papers: 'Papers drawn; those kept are not drawn again',
  paper_milliseconds: 'How long drawing them took together',
  payment_accounts: 'Companies’ accounts at the provider: refreshed, refresh_failed, revoked, expired',
  payments: 'What became of payments that the provider reported',
  regrets: 'Withdrawals by whether the team was notified of them',
  settlements:
    'Payments compared with the provider: agrees, differs, unread, and too_recent, which are compared the next time',
  scans: 'Tickets scanned',
  streams: 'Streams opened, hints sent, streams cut off unread or over with their session',
  unreadable_records:
    'Rows of vendors’ lists that were left out, and payments of ours that could not be read (own_payment)',
  web_errors: 'Failures that the web app reported',
}

/** What a process measures of itself; `processName` distinguishes it from its siblings. */
export function createMetrics(processName: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process: processName })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'previa_http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  new Gauge({
    name: 'previa_pool_connections',
    help: 'Database connections by pool, and callers waiting for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { name, ...use } of readPoolUse()) {
        for (const [state, value] of Object.entries(use)) this.inc({ pool: name, state }, value)
      }
    },
  })
  for (const [name, labelNames] of Object.entries(countLabels)) {
    new Counter<string>({
      name: `previa_${name}_total`,
      help: COUNTED[name as CountName], // a key of the same list
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const { labels, value } of readCounts().filter((count) => count.name === name))
          this.inc({ ...labels }, value)
      },
    })
  }
  let processCache: ProcessCache | null = null
  new Gauge({
    name: 'previa_streams_open',
    help: 'Streams of hints that are open',
    registers,
    collect() {
      this.set(processCache ? openStreams({ processCache }).count : 0)
    },
  })
  const cacheFigure = (name: string, help: string, figure: 'bytes' | 'entries' | 'maxBytes') =>
    new Gauge({
      name: `previa_cache_${name}`,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        for (const use of processCache?.readUse() ?? []) this.set({ cache: use.name }, use[figure])
      },
    })
  cacheFigure('bytes', 'What a cache holds, with keys and headers', 'bytes')
  cacheFigure('entries', 'Entries of a cache', 'entries')
  cacheFigure('bound_bytes', 'What a cache may hold at most', 'maxBytes')
  return {
    watch: (watched) => void (processCache = watched),
    observeRequest: (route, method, status, seconds) =>
      requests.observe({ route, method, status: `${Math.trunc(status / 100)}xx` }, seconds),
    snapshot: () => registry.getMetricsAsJSON(),
  }
}

export interface MetricsRoute {
  readonly metrics: Metrics
  /** Figures of the other processes under the same parent. */
  readonly siblings?: () => Promise<readonly MetricsSnapshot[]>
}

/** Measures every request and serves `/metrics`: to a bearer of METRICS_TOKEN; without one, in demo only. */
export function metricsRoutes(app: App, { metrics, siblings = async () => [] }: MetricsRoute) {
  return (fastify: FastifyInstance, cachedReads: CachedReads): void => {
    metrics.watch(app.processCache)
    cachedReads.onAnswered((route, status, seconds) => metrics.observeRequest(route, 'GET', status, seconds))
    fastify.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown'
      metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
      done()
    })
    fastify.get('/metrics', async (request, reply) => {
      if (!isAllowed(app, bearerToken(request.headers.authorization))) {
        const [status, message] = failures.not_found
        return reply.code(status).send({ code: 'not_found', message })
      }
      const all = [await metrics.snapshot(), ...(await siblings()), await sharedSnapshot(app)]
      const merged = AggregatorRegistry.aggregate(all.map((snapshot) => [...snapshot]))
      return reply
        .header('cache-control', 'no-store')
        .type(merged.contentType)
        .send(await merged.metrics())
    })
  }
}

function isAllowed(app: App, token: string | null): boolean {
  const { metricsToken, mode } = app.config
  if (metricsToken === null) return mode === 'demo'
  return token !== null && constantTimeEqual(token, metricsToken)
}

/** What the database knows for all processes together; without it, only that it is away. */
async function sharedSnapshot(app: App): Promise<MetricsSnapshot> {
  const registry = new Registry()
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const isUp = gauge('previa_database_up', 'Whether the database answered just now')
  const queues = gauge(
    'previa_queue_jobs',
    'Jobs by queue: waiting to run, running, and dead after their last retry',
    'queue',
    'state',
  )
  const lateHelp = 'How long a job that runs by the clock has been due without a worker taking it'
  const overdue = gauge('previa_clock_job_overdue_seconds', lateHelp, 'job')
  const failedHelp = 'Runs of a job by the clock that failed since its last good one'
  const failures = gauge('previa_clock_job_failures', failedHelp, 'job')
  const usedHelp =
    'Codes to people who proved nothing yet: used in this day, of the worst country, and the most there are'
  const budgets = gauge('previa_message_budget', usedHelp, 'budget', 'figure')
  const differing = gauge(
    'previa_settlement_differences',
    'Figures of payments that differ between provider and ledger; any but 0 needs a person',
    'what',
  )
  try {
    for (const { what, open } of await openDifferences(app)) differing.set({ what }, open)
    for (const { name, used, most } of await readBudgets(app)) {
      budgets.set({ budget: name, figure: 'used' }, used)
      budgets.set({ budget: name, figure: 'most' }, most)
    }
    for (const { queue, state, count } of await queueDepths(app)) queues.set({ queue, state }, count)
    for (const { job, seconds, failed } of await clockJobs(app)) {
      overdue.set({ job }, seconds)
      failures.set({ job }, failed)
    }
    isUp.set(1)
  } catch (error) {
    app.log.warn({ err: error }, 'figures of the database are missing')
    isUp.set(0)
  }
  return registry.getMetricsAsJSON()
}

async function queueDepths(app: App): Promise<{ queue: string; state: string; count: number }[]> {
  const { rows } = await sql<{ queue: string; state: string; count: number }>`
    select coalesce(source_name, name) as queue,
      case when source_name is not null then 'dead' when state = 'active' then 'running' else 'waiting' end as state,
      count(*)::int as count
    from pgboss.job where state <= 'active' group by 1, 2`.execute(app.db)
  return rows
}

async function clockJobs(app: App): Promise<{ job: string; seconds: number; failed: number }[]> {
  const { rows } = await sql<{ job: string; seconds: number; failed: number }>`
    select name as job, failures - (leased_by is not null)::int as failed,
      extract(epoch from greatest(app_now() - due_at, '0'))::float8 as seconds
    from clock_jobs`.execute(app.db)
  return rows
}

/** Each kind, with none where all agrees. */
async function openDifferences(app: App): Promise<{ what: string; open: number }[]> {
  const { rows } = await sql<{ what: string; open: number }>`
    select k.what, count(d.id)::int as open
      from unnest(array['charged', 'returned', 'platform', 'platform_returned', 'provider']) k (what)
      left join settlement_differences d on d.what = k.what and d.closed_at is null
     group by k.what`.execute(app.db)
  return rows
}
