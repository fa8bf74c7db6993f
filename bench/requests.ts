/** Finished request bytes: while the load runs, nothing is left to build. */
import { createHmac } from 'node:crypto'
import { accountPhone, accountToken, benchTicket, COLLECTOR, paidOrder, PASSWORD, WEBHOOK_SECRET } from './people.ts'
import type { Requests } from './loads.ts'

/** The next request of a load; null when there is none left. */
export type NextRequest = () => Buffer | null

const HOST = 'host: 127.0.0.1'
const JSON_BODY = 'content-type: application/json'

/** Builds every request of a load. */
export function buildRequests(requests: Requests): NextRequest {
  if (requests.kind === 'reads') {
    const { paths, account, devices } = requests
    const from = devices === undefined ? [[]] : Array.from({ length: devices }, (_, n) => device(n))
    return cycle(from.flatMap((headers) => paths.map((path) => read(path, account, headers))))
  }
  if (requests.kind === 'orders') return queue(requests.accounts, (n) => order(n, requests))
  if (requests.kind === 'scans') return queue(requests.tickets, (n) => scan(n, requests))
  if (requests.kind === 'notifications') return queue(requests.orders, notification)
  return queue(requests.accounts, (n) => signIn(requests.firstAccount + n))
}

function queue(count: number, build: (n: number) => string): NextRequest {
  const built = Array.from({ length: count }, (_, n) => Buffer.from(build(n), 'latin1'))
  let next = 0
  return () => built[next++] ?? null
}

function cycle(texts: readonly string[]): NextRequest {
  const built = texts.map((text) => Buffer.from(text, 'latin1'))
  let next = 0
  return () => built[next++ % built.length] ?? null
}

/** What a browser sends that matters here. */
function read(path: string, account: number | undefined, headers: readonly string[]): string {
  const by = account === undefined ? [] : [`authorization: Bearer ${accountToken(account)}`]
  return [`GET ${path} HTTP/1.1`, HOST, 'accept-encoding: gzip, deflate, br, zstd', ...headers, ...by, '', ''].join(
    '\r\n',
  )
}

function post(path: string, headers: readonly string[], body: object): string {
  const text = JSON.stringify(body)
  return [`POST ${path} HTTP/1.1`, HOST, JSON_BODY, `content-length: ${text.length}`, ...headers, '', text].join('\r\n')
}

/** Everybody has an address of their own, as behind a proxy: limits per address are not what is measured. */
function address(n: number): string {
  return `x-forwarded-for: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

function device(n: number): string[] {
  return [address(n), `x-device-id: bench-device-${n}`]
}

function order(n: number, { targets, quantity }: Extract<Requests, { kind: 'orders' }>): string {
  const target = targets[n % targets.length]
  const headers = [
    address(n),
    `x-device-id: bench-device-${n}`,
    `authorization: Bearer ${accountToken(n)}`,
    `idempotency-key: bench-order-${n}`,
  ]
  return post('/api/v1/ticket', headers, {
    eventId: target?.eventId,
    ticketTypeId: target?.typeId,
    quantity,
    platform: 'web',
  })
}

function scan(
  n: number,
  { eventId, eventNumber, firstDoorman, doormen }: Extract<Requests, { kind: 'scans' }>,
): string {
  const doorman = firstDoorman + (n % doormen)
  const { id, code } = benchTicket(n, eventNumber)
  const headers = [
    address(doorman),
    `x-device-id: bench-device-${doorman}`,
    `authorization: Bearer ${accountToken(doorman)}`,
  ]
  return post(`/api/v1/ticket/scan-qr/${id}`, headers, { eventId, code, nonce: `bench-scan-${n}`, via: 'qr' })
}

/** As the provider signs it. */
function notification(n: number): string {
  const { publicId, paymentId } = paidOrder(n)
  const [requestId, ts] = [`bench-request-${n}`, Math.floor(Date.now() / 1000)]
  const signed = `id:${paymentId};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', WEBHOOK_SECRET).update(signed).digest('hex')
  return post(
    `/api/v1/webhook/mercadopago?order=${publicId}&data.id=${paymentId}&type=payment`,
    [`x-forwarded-for: 10.255.0.1`, `x-request-id: ${requestId}`, `x-signature: ts=${ts},v1=${v1}`],
    { id: n, type: 'payment', action: 'payment.created', user_id: Number(COLLECTOR), data: { id: paymentId } },
  )
}

function signIn(n: number): string {
  const headers = [address(n), `x-device-id: bench-device-${n}`]
  return post('/api/v1/login', headers, { phone: accountPhone(n), password: PASSWORD })
}
