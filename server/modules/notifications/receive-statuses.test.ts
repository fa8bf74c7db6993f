/** Statuses as WhatsApp's simulator posts them over real HTTP, of real tickets' messages. */
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/context.ts'
import { composeDelivery } from '#server/modules/tickets/delivery/compose-delivery.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenTicket } from '#server/testing/given.ts'
import { start, whatsappState, type WhatsappSimulator } from '#simulators/whatsapp/simulator.ts'
import { deliverBatches } from './deliver-batches.ts'
import { queueTicketAgain, queueTicketDeliveries } from './queue-ticket-deliveries.ts'

const VERIFY_TOKEN = 'verify-me'

let simulator: WhatsappSimulator
let server: TestApp
let type: { id: string; eventId: string }
beforeAll(async () => {
  const templates = new Map([['entradas_listas', { params: 5, hasDocument: true }]])
  simulator = await start({ port: 0, state: whatsappState({ templates }) })
  const { token, phoneNumberId, appSecret } = simulator.state
  const keys = { token, phoneNumberId, appSecret, verifyToken: VERIFY_TOKEN, baseUrl: simulator.url, version: 'v23.0' }
  server = await createTestApp({ config: { whatsapp: keys } })
  await server.fastify.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.fastify.server.address() as AddressInfo // an address of TCP, as it was asked to listen on
  simulator.state.webhookUrl = `http://127.0.0.1:${port}/api/v1/webhook/whatsapp`
  type = await server.given.ticketType({ event: await server.given.event() })
})
afterAll(async () => {
  await server.close()
  await simulator.stop()
})
beforeEach(async () => {
  await server.app.db.deleteFrom('deliveries').execute()
  simulator.state.messages.length = 0
})

const deliver = () => deliverBatches(server.app, 'whatsapp', composeDelivery)
const rows = () =>
  server.app.db.selectFrom('deliveries').selectAll().where('channel', '=', 'whatsapp').orderBy('id').execute()
const states = async () => (await rows()).map(({ state }) => state)

async function queued(count = 1) {
  const holder = await server.given.user()
  const tickets: GivenTicket[] = []
  for (let made = 0; made < count; made += 1) tickets.push(await server.given.ticket({ type, holder }))
  await inTransaction(server.app, (app) =>
    queueTicketDeliveries(app, [tickets.map(({ id, epoch }) => ({ ticketId: id, epoch }))]),
  )
  return tickets
}

/** One message on its way; gives its id. */
async function sent(count = 1): Promise<string> {
  await queued(count)
  await deliver()
  const [message] = simulator.state.messages
  if (!message) throw new Error(`nothing left: ${JSON.stringify(await rows())}`)
  return message.id
}

test('each report brings every row of its message forward', async () => {
  const id = await sent(2)
  expect(await states()).toEqual(['sent', 'sent'])
  expect(await simulator.report(id, 'delivered')).toBe(200)
  expect(await states()).toEqual(['delivered', 'delivered'])
  await simulator.report(id, 'read', { times: 3 })
  expect(await states()).toEqual(['read', 'read'])
})

test.each([
  [['read', 'delivered', 'sent'], 'read'],
  [['delivered', 'sent', 'failed'], 'delivered'],
  [['failed', 'sent'], 'failed'],
  [['failed', 'delivered'], 'delivered'],
] as const)('reported in the order %j it ends %s', async (order, end) => {
  const id = await sent()
  for (const status of order) await simulator.report(id, status, status === 'failed' ? { code: 131049 } : {})
  const [row] = await rows()
  expect(row).toMatchObject({ state: end, last_error: end === 'failed' ? 'whatsapp_131049' : null })
})

test('without the signature over these very bytes nothing is believed', async () => {
  const id = await sent()
  expect(await simulator.report(id, 'read', { wrongSignature: true })).toBe(422)
  const url = '/api/v1/webhook/whatsapp'
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({
    entry: [{ changes: [{ value: { statuses: [{ id, status: 'read', timestamp: '1' }] } }] }],
  })
  const signature = `sha256=${createHmac('sha256', simulator.state.appSecret).update(body).digest('hex')}`
  const post = async (payload: string, headers: Record<string, string>) =>
    (await server.fastify.inject({ method: 'POST', url, headers: { ...json, ...headers }, payload })).statusCode
  expect(await post(body, {})).toBe(422)
  expect(await post(`${body} `, { 'x-hub-signature-256': signature })).toBe(422)
  expect(await post('', { 'x-hub-signature-256': signature })).toBe(422)
  expect((await server.fastify.inject({ method: 'POST', url })).statusCode).toBe(422)
  expect(await states()).toEqual(['sent'])
  expect(await post(body, { 'x-hub-signature-256': signature })).toBe(200)
  expect(await states()).toEqual(['read'])
})

test('threat 34: unsigned calls make their address wait; signed ones do not count', async () => {
  const url = '/api/v1/webhook/whatsapp'
  const body = '{"entry":[]}'
  const signature = `sha256=${createHmac('sha256', simulator.state.appSecret).update(body).digest('hex')}`
  const post = async (headers: Record<string, string>) => {
    const sent = { 'content-type': 'application/json', ...headers }
    const call = { method: 'POST', url, headers: sent, payload: body, remoteAddress: '198.18.66.1' } as const
    return (await server.fastify.inject(call)).statusCode
  }
  const before = server.waits.length
  for (let n = 0; n < 200; n += 1) expect(await post({ 'x-hub-signature-256': signature })).toBe(200)
  for (let n = 0; n < 60; n += 1) expect(await post({})).toBe(422)
  expect(server.waits).toHaveLength(before)
  for (let n = 0; n < 5; n += 1) expect(await post({})).toBe(422)
  expect(server.waits.slice(before)).toEqual([84, 167, 250, 334, 417])
})

test('a signed body that makes no sense, or names unknown messages, is accepted and changes nothing', async () => {
  await sent()
  for (const body of ['{', '[]', '{"entry":[{"changes":[{"value":{"messages":[{"from":"1"}]}}]}]}']) {
    const signature = createHmac('sha256', simulator.state.appSecret).update(body).digest('hex')
    const { statusCode } = await server.fastify.inject({
      method: 'POST',
      url: '/api/v1/webhook/whatsapp',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      payload: body,
    })
    expect(statusCode).toBe(200)
  }
  const stranger = { ...simulator.state.messages[0], id: 'wamid.of-no-delivery', callbackData: 'delivery-nothing' }
  simulator.state.messages.push(stranger as (typeof simulator.state.messages)[number])
  expect(await simulator.report('wamid.of-no-delivery', 'failed', { code: 131026 })).toBe(200)
  expect(await states()).toEqual(['sent'])
})

test('a message whose answer was lost is found by its key and does not leave again', async () => {
  await queued(2)
  simulator.state.misbehaviours.push({ on: 'messages', loseAnswer: true })
  await deliver()
  expect(await states()).toEqual(['queued', 'queued'])
  const [message] = simulator.state.messages
  await simulator.report(message?.id ?? '', 'delivered')
  expect(await rows()).toMatchObject([
    { state: 'delivered', provider_message_id: message?.id },
    { state: 'delivered', provider_message_id: message?.id },
  ])
  await server.advance({ hours: 1 })
  expect(await deliver()).toBe(0)
  expect(simulator.state.messages).toHaveLength(1)
})

test('a report that comes before the answer is kept when the attempt is settled', async () => {
  await queued()
  const { app } = server
  const early: typeof app = {
    ...app,
    vendors: {
      ...app.vendors,
      whatsapp: {
        ...app.vendors.whatsapp,
        async sendTemplate(message) {
          const outcome = await app.vendors.whatsapp.sendTemplate(message)
          if ('messageId' in outcome) await simulator.report(outcome.messageId, 'delivered')
          return outcome
        },
      },
    },
  }
  await deliverBatches(early, 'whatsapp', composeDelivery)
  expect(await rows()).toMatchObject([
    { state: 'delivered', last_error: null, provider_message_id: simulator.state.messages[0]?.id },
  ])
})

test('a report on a message does not change a row that was queued again since', async () => {
  const [ticket] = await queued()
  await deliver()
  const [message] = simulator.state.messages
  if (!ticket || !message) throw new Error('nothing left')
  await queueTicketAgain(server.app, { ticketId: ticket.id, epoch: ticket.epoch }, 'whatsapp')
  await simulator.report(message.id, 'failed', { code: 131026 })
  expect(await states()).toEqual(['queued'])
  await deliver()
  expect(simulator.state.messages).toHaveLength(2)
  expect(await states()).toEqual(['sent'])
})

test('the address confirms its subscription to a caller with the verify token', async () => {
  expect(await simulator.subscribe(VERIFY_TOKEN)).toBe(true)
  expect(await simulator.subscribe('another')).toBe(false)
  const bare = await server.fastify.inject('/api/v1/webhook/whatsapp')
  expect([bare.statusCode, bare.json<{ code: string }>().code]).toEqual([422, 'unverified_webhook'])
})

test('without keys there is nothing to verify, and nothing is believed', async () => {
  const other = await createTestApp({ sharing: server, config: { whatsapp: null } })
  try {
    const url = '/api/v1/webhook/whatsapp'
    expect((await other.fastify.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(422)
    expect((await other.fastify.inject(`${url}?hub.mode=subscribe&hub.verify_token=&hub.challenge=1`)).statusCode).toBe(
      422,
    )
  } finally {
    await other.close()
  }
})
