/** The vendor's API: which call goes where, who may make it, repeated keys, and the faults switched on. */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { authenticate, describeUser, type Bearer } from './accounts.ts'
import { header, parseJson, refusalReply, type Call, type Reply } from './http.ts'
import { getMerchantOrder, searchMerchantOrders } from './merchant-orders.ts'
import { exchangeToken } from './oauth.ts'
import { getPayment, METHODS, paymentTypeOf, searchPayments, updatePayment } from './payments.ts'
import {
  createPreference,
  expirePreference,
  getPreference,
  searchPreferences,
  updatePreference,
} from './preferences.ts'
import { createRefund, getChargeback, getRefund, listRefunds, searchChargebacks } from './refunds.ts'
import { Refusal, remember, type Simulator } from './simulator.ts'
import { lookUp, put } from './state.ts'
import { takeFault, type Fault } from './switches.ts'

interface ApiCall {
  readonly bearer: Bearer
  readonly query: URLSearchParams
  readonly body: unknown
  /** What the path's groups matched. */
  readonly id: string
  readonly subId: string
}

interface Route {
  readonly method: string
  readonly path: RegExp
  readonly status?: number
  /** The vendor refuses the call without `X-Idempotency-Key`. */
  readonly needsKey?: true
  readonly run: (simulator: Simulator, call: ApiCall) => unknown
}

const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/checkout\/preferences\/?$/,
    status: 201,
    run: (s, { bearer, body }) => createPreference(s, bearer, body),
  },
  {
    method: 'GET',
    path: /^\/checkout\/preferences\/search$/,
    run: (s, { bearer, query }) => searchPreferences(s, bearer, query),
  },
  {
    method: 'GET',
    path: /^\/checkout\/preferences\/([^/]+)$/,
    run: (s, { bearer, id }) => getPreference(s, bearer, id),
  },
  {
    method: 'PUT',
    path: /^\/checkout\/preferences\/([^/]+)$/,
    run: (s, { bearer, id, body }) => updatePreference(s, bearer, id, body),
  },
  {
    method: 'PUT',
    path: /^\/checkout\/preferences\/([^/]+)\/expire$/,
    run: (s, { bearer, id }) => expirePreference(s, bearer, id),
  },
  { method: 'GET', path: /^\/v1\/payments\/search$/, run: (s, { bearer, query }) => searchPayments(s, bearer, query) },
  { method: 'GET', path: /^\/v1\/payments\/([^/]+)$/, run: (s, { bearer, id }) => getPayment(s, bearer, id) },
  {
    method: 'PUT',
    path: /^\/v1\/payments\/([^/]+)$/,
    run: (s, { bearer, id, body }) => updatePayment(s, bearer, id, body),
  },
  {
    method: 'POST',
    path: /^\/v1\/payments\/([^/]+)\/refunds\/?$/,
    status: 201,
    needsKey: true,
    run: (s, { bearer, id, body }) => createRefund(s, bearer, id, body),
  },
  {
    method: 'GET',
    path: /^\/v1\/payments\/([^/]+)\/refunds\/?$/,
    run: (s, { bearer, id }) => listRefunds(s, bearer, id),
  },
  {
    method: 'GET',
    path: /^\/v1\/payments\/([^/]+)\/refunds\/([^/]+)$/,
    run: (s, { bearer, id, subId }) => getRefund(s, bearer, id, subId),
  },
  {
    method: 'GET',
    path: /^\/v1\/chargebacks\/search$/,
    run: (s, { bearer, query }) => searchChargebacks(s, bearer, query),
  },
  { method: 'GET', path: /^\/v1\/chargebacks\/([^/]+)$/, run: (s, { bearer, id }) => getChargeback(s, bearer, id) },
  {
    method: 'GET',
    path: /^\/v1\/payment_methods$/,
    run: () => METHODS.map((id) => ({ id, payment_type_id: paymentTypeOf(id), status: 'active' })),
  },
  {
    method: 'GET',
    path: /^\/merchant_orders\/search$/,
    run: (s, { bearer, query }) => searchMerchantOrders(s, bearer, query),
  },
  { method: 'GET', path: /^\/merchant_orders\/([^/]+)$/, run: (s, { bearer, id }) => getMerchantOrder(s, bearer, id) },
  { method: 'GET', path: /^\/users\/me$/, run: (s, { bearer }) => describeUser(s, bearer) },
]

/** Answers one call as the vendor would, or with the fault switched on. */
export async function answerApi(simulator: Simulator, call: Call): Promise<Reply> {
  const fault = takeFault(simulator.faults, call.method, call.path)
  if (fault?.kind === 'slow') await wait(fault.milliseconds ?? 1000)
  const reply = fault?.kind === 'status' ? faultReply(fault) : await work(simulator, call)
  if (fault?.kind === 'lose' || fault?.kind === 'hang') return { kind: fault.kind }
  return fault?.kind === 'garbage' ? { kind: 'text', status: 200, text: '<html>502 Bad Gateway</html>' } : reply
}

async function work(simulator: Simulator, call: Call): Promise<Reply & { kind: 'json' }> {
  let userId: string | null = null
  let body: unknown = null
  let reply: Reply
  try {
    body = parseJson(call.text)
    if (call.method === 'POST' && call.path === '/oauth/token') {
      reply = { kind: 'json', status: 200, json: exchangeToken(simulator, body) }
    } else {
      const bearer = authenticate(simulator, header(call, 'authorization'))
      userId = bearer.userId
      reply = answerOnce(simulator, call, bearer, body)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    reply = refusalReply(error)
  }
  if (reply.kind !== 'json') throw new Error('the API answers JSON')
  if (call.method !== 'GET') await simulator.save()
  const { status } = reply
  const idempotencyKey = header(call, 'x-idempotency-key') ?? null
  remember(simulator.requests, { method: call.method, path: call.path, idempotencyKey, userId, body, status })
  return reply
}

/** The same key and request give the same answer again; the same key with another request is a 409. Refusals are kept if the switch says so. */
function answerOnce(simulator: Simulator, call: Call, bearer: Bearer, body: unknown): Reply {
  const { state, clock } = simulator
  const route = routes.find((candidate) => candidate.method === call.method && candidate.path.test(call.path))
  const [, id = '', subId = ''] = route?.path.exec(call.path) ?? []
  if (!route) throw new Refusal(404, 'not_found', 'resource not found')
  const key = header(call, 'x-idempotency-key')
  if (route.needsKey && !key) throw new Refusal(400, 'bad_request', "Header X-Idempotency-Key can't be null", 4292)
  const keep = call.method === 'GET' || !key ? null : `${bearer.userId} ${key}`
  const requestHash = createHash('sha256').update(`${call.method} ${call.path} ${call.text}`).digest('hex')
  const kept = keep === null ? undefined : lookUp(state.idempotency, keep)
  if (kept && kept.requestHash !== requestHash) {
    throw new Refusal(409, 'idempotency_key_already_used', 'the idempotency key was used with another request')
  }
  if (kept) return { kind: 'json', status: kept.status, json: kept.json }
  const answer = (): Reply & { kind: 'json' } => {
    const asked = { bearer, query: call.query, body, id: decodeURIComponent(id), subId: decodeURIComponent(subId) }
    try {
      return { kind: 'json', status: route.status ?? 200, json: route.run(simulator, asked) }
    } catch (error) {
      if (!(error instanceof Refusal && simulator.switches.keepsRefusals)) throw error
      return refusalReply(error)
    }
  }
  const { status, json } = answer()
  if (keep !== null) put(state, 'idempotency', keep, { requestHash, status, json, at: clock.now() })
  return { kind: 'json', status, json }
}

function faultReply({ status = 500, retryAfterSeconds }: Fault): Reply {
  const error = status === 429 ? 'too_many_requests' : 'internal_error'
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return { kind: 'json', status, json: { message: error, error, status, cause: [] }, headers }
}
