/**
 * What endpoints declare, held on every call that any test makes: an answer's failure code is one of theirs, the audit rows
 * that bear the request's id have their actions, and a success that changed something left its row. What is found makes the
 * test red in which it happened (`setup.ts`), or its file when that ends.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { failuresOf, type EndpointSpec } from '#contract/api/endpoint.ts'
import type { FailureBody, FailureCode } from '#contract/api/failures.ts'
import type { Bound } from '#server/http/bound.ts'

export interface HeldDeclarations {
  /** For `ServerParts.watch`. */
  readonly watch: (fastify: FastifyInstance) => void
  /** The same endpoints; what their handlers change is recorded. */
  watchEndpoints(endpoints: readonly Bound[]): Bound[]
  /** Notes what statements of its connections change; not for those that batches of several calls use, orders' and scans'. */
  watchPool(pool: pg.Pool): void
  /** What was not as declared since it was last asked. */
  problems(): Promise<string[]>
  /** Throws if there are any left. */
  end(): Promise<void>
}

/** A call that is being handled, and what it changed first. */
interface Handling {
  readonly requestId: string
  readonly changes: Map<string, string>
}

interface Answered {
  readonly spec: EndpointSpec
  readonly requestId: string
  readonly isSuccess: boolean
}

const FUNCTIONS = new URL('../db/functions/', import.meta.url)
/** How many audit rows may be written in addition to one that is seen already. */
const MOST_UNDER_WAY = 200

const handling = new AsyncLocalStorage<Handling>()
const open = new Set<HeldDeclarations>()

/** What was not as declared, of every server that is open. */
export async function declarationProblems(): Promise<string[]> {
  return (await Promise.all([...open].map((each) => each.problems()))).flat()
}

/** For all servers over one database. */
export function holdDeclarations(connectionString: string): HeldDeclarations {
  const specs = new Map<string, EndpointSpec>()
  const changes = new Map<string, string>()
  let found: string[] = []
  let answered: Answered[] = []
  let lastRow = 0
  let reader: pg.Client | null = null

  const rowsSince = async () => {
    if (!reader) {
      reader = new pg.Client({ connectionString })
      // A test may end every connection of its database; the next look opens another.
      reader.on('error', () => (reader = null))
      await reader.connect()
    }
    const { rows } = await reader.query<{ id: string; request_id: string | null; action: string }>(
      'select id, request_id, action from audit_rows where id > $1 order by id',
      [lastRow - MOST_UNDER_WAY],
    )
    lastRow = Number(rows.at(-1)?.id ?? lastRow)
    return Map.groupBy(rows, (row) => row.request_id)
  }

  const compareRows = async () => {
    const calls = answered
    answered = []
    if (calls.length === 0) return
    const rows = await rowsSince()
    for (const call of calls) {
      const actions = (rows.get(call.requestId) ?? []).map(({ action }) => action)
      found.push(...auditProblems(call, actions, changes.get(call.requestId)))
      changes.delete(call.requestId)
    }
  }

  const held: HeldDeclarations = {
    watch(fastify) {
      fastify.addHook('onSend', (request, reply, payload, done) => {
        const spec = specs.get(routeOf(request))
        if (spec) {
          const status = reply.statusCode
          const code = status >= 400 ? codeOf(payload) : null
          if (code && !failuresOf(spec).has(code)) found.push(undeclaredFailure(spec, status, code))
          answered.push({ spec, requestId: request.id, isSuccess: status < 400 })
        }
        done(null, payload)
      })
    },
    watchEndpoints(endpoints) {
      return endpoints.map(({ spec, handle }) => {
        specs.set(`${spec.method} ${spec.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, spec)
        return {
          spec,
          handle: (app, call) => handling.run({ requestId: call.origin.requestId, changes }, () => handle(app, call)),
        }
      })
    },
    watchPool(pool) {
      pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...given: unknown[]) => unknown // its overloads are one to us
        client.query = ((...given: unknown[]) => {
          const sent = query(...given)
          const by = handling.getStore()
          if (by && sent instanceof Promise)
            void sent.then(
              (result) => note(by, given[0], result),
              () => {},
            )
          return sent
        }) as typeof client.query
      })
    },
    async problems() {
      // Reads and refusals alone are looked at together with the next write, or at the end.
      if (answered.some(({ spec, isSuccess }) => isSuccess && (spec.method !== 'GET' || spec.audit)))
        await compareRows()
      const problems = found
      found = []
      return [...new Set(problems)]
    },
    async end() {
      open.delete(held)
      await compareRows()
      const problems = await held.problems()
      await reader?.end()
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
  }
  open.add(held)
  return held
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`
}

function codeOf(payload: unknown): FailureCode | null {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return null
  return (JSON.parse(payload) as FailureBody).code // every refusal is written by `answerFailure`
}

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`
const actsOf = ({ audit }: EndpointSpec): readonly string[] =>
  audit === undefined ? [] : typeof audit === 'string' ? [audit] : audit

function undeclaredFailure(spec: EndpointSpec, status: number, code: FailureCode): string {
  const declared = spec.failures.join(', ') || 'none'
  return `${nameOf(spec)} answered ${status} ${code}, which it does not declare. Its own: ${declared}`
}

function auditProblems(
  { spec, isSuccess }: Answered,
  actions: readonly string[],
  change: string | undefined,
): string[] {
  const acts = actsOf(spec)
  const declared = [...acts, ...(spec.auditBeside ?? [])]
  const says = `It declares: ${declared.join(', ') || 'no audit'}`
  const strange = actions
    .filter((action) => !declared.includes(action))
    .map((action) => `${nameOf(spec)} left an audit row ${action}, which it does not declare. ${says}`)
  if (acts.length === 0 || !isSuccess || change === undefined) return strange
  if (actions.some((action) => acts.includes(action)) || strange.length > 0) return strange
  return [`${nameOf(spec)} changed something and left no audit row ${acts.join(' or ')}. It changed: ${change}`]
}

/** Our own functions that write. */
const WRITERS = readdirSync(FUNCTIONS)
  .filter((name) => /insert into|update |delete from/.test(readFileSync(new URL(name, FUNCTIONS), 'utf8')))
  .map((name) => name.replace('.sql', ''))
const CALL = new RegExp(`\\b(${WRITERS.join('|')})\\(`, 'g')
/** A lock (`for update of …`) is no write. */
const WRITE = /(?<!\b(?:for|key)\s+)\b(?:insert\s+into|update|delete\s+from)\s+"?(?:only\s+)?(\w+)/gi
/** What a call may write whatever it is about; and a word of `on conflict do update set`. */
const BESIDES = new Set(['audit_rows', 'idempotency_keys', 'limits_taken', 'rate_counts', 'set'])

function note({ requestId, changes }: Handling, statement: unknown, result: unknown): void {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string } | undefined)?.text
  const { rowCount } = (result ?? {}) as { rowCount?: number | null }
  if (!text || !rowCount || changes.has(requestId)) return
  const written = [...text.matchAll(WRITE), ...text.matchAll(CALL)].map((match) => match[1] ?? '')
  const first = written.find((name) => !BESIDES.has(name))
  if (first) changes.set(requestId, first)
}
