import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InboxMessage } from '#server/shared/inbox.ts'
import { movableClock } from '#server/testing/movable-clock.ts'
import { start, whatsappState, type Misbehaviour, type WhatsappSimulator } from '#simulators/whatsapp/simulator.ts'
import { createWhatsappCloudApi } from './cloud-api.ts'
import { createWhatsappInbox } from './inbox.ts'
import type { WhatsappMessage } from './port.ts'
import { createWhatsappOff } from './whatsapp-off.ts'

const message: WhatsappMessage = {
  to: '+5491123456789',
  template: 'entradas_listas',
  params: ['Camila', 'Fiesta Lunar'],
  document: { filename: 'entradas.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1.7 ñ') },
  buttonSuffix: 'tok-1',
  idempotencyKey: 'delivery-1',
}

const clock = movableClock('2026-11-28T23:30:00-03:00')
let simulator: WhatsappSimulator
const connect = (change: Partial<Parameters<typeof createWhatsappCloudApi>[0]> = {}) =>
  createWhatsappCloudApi({
    token: simulator.state.token,
    phoneNumberId: simulator.state.phoneNumberId,
    appSecret: simulator.state.appSecret,
    verifyToken: 'verify-me',
    baseUrl: simulator.url,
    version: 'v23.0',
    ...change,
  })

beforeEach(async () => {
  const templates = new Map([
    ['entradas_listas', { params: 2, hasDocument: true }],
    ['recordatorio', { params: 1, hasDocument: false }],
  ])
  simulator = await start({ port: 0, state: whatsappState({ templates }), clock })
})
afterEach(() => simulator.stop())

test('a template leaves with its values, its document and its button', async () => {
  const outcome = await connect().sendTemplate(message)
  expect(simulator.state.messages).toEqual([
    {
      id: 'messageId' in outcome ? outcome.messageId : '',
      to: '5491123456789',
      template: 'entradas_listas',
      language: 'es_AR',
      params: ['Camila', 'Fiesta Lunar'],
      document: { mediaId: simulator.state.media[0]?.id, filename: 'entradas.pdf' },
      buttonSuffix: 'tok-1',
      callbackData: 'delivery-1',
    },
  ])
  expect(simulator.state.media).toMatchObject([{ contentType: 'application/pdf', filename: 'entradas.pdf' }])
  expect(simulator.state.media[0]?.bytes.toString()).toBe('%PDF-1.7 ñ')
})

test('values are made fit for the vendor: no breaks, no runs of spaces, never empty, at most 1,024 characters', async () => {
  const { document: _, ...plain } = message
  for (const [given, sent] of [
    ['Noche\nde\tverano', 'Noche de verano'],
    ['a      b', 'a b'],
    ['   ', '–'],
    ['x'.repeat(2000), 'x'.repeat(1024)],
  ] as const) {
    expect(await connect().sendTemplate({ ...plain, template: 'recordatorio', params: [given] })).toHaveProperty(
      'messageId',
    )
    expect(simulator.state.messages.at(-1)?.params).toEqual([sent])
  }
})

test.each([
  ['an unknown template', { template: 'no_existe' }, 'whatsapp_132001'],
  ['a wrong number of values', { params: ['uno'] }, 'whatsapp_132000'],
  ['a number without WhatsApp', { to: '+5491100000001' }, 'whatsapp_131026'],
  ['what is not a phone', { to: '11 2345 6789' }, 'invalid_phone'],
  ['a phone with more behind it', { to: '+5491123456789\n+5491100000000' }, 'invalid_phone'],
])('%s is refused for good', async (_, change, refused) => {
  simulator.state.unreachable.add('5491100000001')
  expect(await connect().sendTemplate({ ...message, ...change })).toEqual({ refused })
  expect(simulator.state.messages).toEqual([])
})

test.each<[string, Misbehaviour, string]>([
  ['too many calls', { on: 'messages', status: 429, code: 130429 }, 'rate_limited'],
  ['too many messages to one number', { on: 'messages', status: 400, code: 131056 }, 'rate_limited'],
  ['a fault of the vendor', { on: 'messages', status: 500, code: 131000 }, 'provider_error'],
  ['a page instead of an answer', { on: 'messages', status: 502 }, 'provider_error'],
  ['an expired token', { on: 'messages', status: 401, code: 190 }, 'unauthorized'],
  ['a missing permission', { on: 'messages', status: 403, code: 200 }, 'unauthorized'],
  ['a broken connection', { on: 'messages', breakOff: true }, 'unreachable'],
  ['a lost answer', { on: 'messages', loseAnswer: true }, 'unreachable'],
  ['no answer', { on: 'messages', hang: true }, 'unreachable'],
  ['a meaningless answer', { on: 'messages', nonsense: true }, 'bad_answer'],
  ['an upload that breaks', { on: 'media', breakOff: true }, 'unreachable'],
  ['a meaningless upload', { on: 'media', nonsense: true }, 'bad_answer'],
])('%s may be tried again', async (_, misbehaviour, reason) => {
  simulator.state.misbehaviours.push(misbehaviour)
  // Only where none comes is an answer given up on soon: a busy machine is late with any.
  const whatsapp = connect('hang' in misbehaviour || 'loseAnswer' in misbehaviour ? { timeoutMs: 250 } : {})
  await expect(whatsapp.sendTemplate(message)).rejects.toMatchObject({ name: 'WhatsappUnavailable', reason })
  expect(await connect().sendTemplate(message)).toHaveProperty('messageId')
})

test('a wrong token or phone number of ours is an outage, not a refusal of the message', async () => {
  await expect(connect({ token: 'old' }).sendTemplate(message)).rejects.toMatchObject({ reason: 'unauthorized' })
  await expect(connect({ phoneNumberId: '7' }).sendTemplate(message)).rejects.toMatchObject({ reason: 'unauthorized' })
})

test('errors name neither the phone nor the token', async () => {
  simulator.state.misbehaviours.push({ on: 'messages', status: 401, code: 190 })
  const error: unknown = await connect()
    .sendTemplate(message)
    .catch((thrown: unknown) => thrown)
  expect(String(error)).toBe('WhatsappUnavailable: WhatsApp: unauthorized (messages 401 190)')
})

test('threat 24: a redirect is not followed', async () => {
  let hits = 0
  const canary = createServer((_, response) => {
    hits += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => {
    canary.listen(0, '127.0.0.1', resolve)
  })
  const { port } = canary.address() as AddressInfo
  simulator.state.misbehaviours.push({ on: 'messages', redirectTo: `http://127.0.0.1:${port}/` })
  await expect(connect().sendTemplate(message)).rejects.toMatchObject({ reason: 'unreachable' })
  expect(hits).toBe(0)
  canary.close()
})

/** What the webhook was posted, as a server of ours would read it. */
async function listen() {
  const seen: { body: Buffer; signature: string | undefined }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const header = request.headers['x-hub-signature-256']
      seen.push({ body: Buffer.concat(chunks), signature: Array.isArray(header) ? header[0] : header })
      response.end()
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  simulator.state.webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`
  return { seen, stop: () => server.close() }
}

test('statuses are believed only with the signature over exactly their bytes', async () => {
  const { seen, stop } = await listen()
  const whatsapp = connect()
  const outcome = await whatsapp.sendTemplate(message)
  const messageId = 'messageId' in outcome ? outcome.messageId : ''
  await simulator.report(messageId, 'delivered')
  clock.advance(5000)
  await simulator.report(messageId, 'failed', { code: 131049 })
  await simulator.report(messageId, 'read', { wrongSignature: true })
  stop()
  const [delivered, failed, forged] = seen
  if (!delivered || !failed || !forged) throw new Error('three notifications were sent')
  expect(whatsapp.readStatuses(delivered.body, delivered.signature)).toEqual([
    { messageId, status: 'delivered', at: '2026-11-29T02:30:00.000Z', idempotencyKey: 'delivery-1', failure: null },
  ])
  expect(whatsapp.readStatuses(failed.body, failed.signature)).toMatchObject([
    { status: 'failed', at: '2026-11-29T02:30:05.000Z', failure: 'whatsapp_131049' },
  ])
  expect(whatsapp.readStatuses(forged.body, forged.signature)).toBeNull()
  expect(whatsapp.readStatuses(delivered.body, undefined)).toBeNull()
  expect(whatsapp.readStatuses(delivered.body, '')).toBeNull()
  expect(whatsapp.readStatuses(delivered.body, delivered.signature?.replace('sha256=', 'sha1='))).toBeNull()
  expect(whatsapp.readStatuses(Buffer.concat([delivered.body, Buffer.from(' ')]), delivered.signature)).toBeNull()
})

test('a signed notification of another kind holds no status', async () => {
  const whatsapp = connect()
  for (const body of [
    '{}',
    'null',
    'no json',
    '{"entry":[{"changes":[{"value":{"messages":[{}]}}]}]}',
    '{"entry":[{"changes":[{"value":{"statuses":[null,{"id":"x","status":"warning","timestamp":"1"}]}}]}]}',
  ]) {
    const signature = `sha256=${createHmac('sha256', simulator.state.appSecret).update(body).digest('hex')}`
    expect(whatsapp.readStatuses(Buffer.from(body), signature)).toEqual([])
  }
})

test('one status, change or entry of an odd shape takes none of its neighbours with it', () => {
  const whatsapp = connect()
  const good = (id: string) => ({ id, status: 'read', timestamp: '1795000000', biz_opaque_callback_data: 'delivery-1' })
  const odd = [null, [], 'sent', { ...good('x'), id: 7 }, { ...good('x'), id: 'a\0b' }, { ...good('x'), status: null }]
  const lenient = [
    { ...good('no-moment'), timestamp: { seconds: 1 } },
    { ...good('a-number'), timestamp: 1_795_000_000 },
    { ...good('beyond'), timestamp: '9'.repeat(40) },
    { ...good('no-key'), biz_opaque_callback_data: [7] },
    { ...good('no-errors'), status: 'failed', errors: {} },
    { ...good('odd-errors'), status: 'failed', errors: [null, { code: {} }, { code: '131026' }] },
  ]
  const changes = (statuses: unknown) => [
    null,
    {},
    { value: null },
    { value: { statuses: {} } },
    { value: { statuses } },
  ]
  const entry = [null, {}, { changes: {} }, { changes: changes([good('first'), ...odd, ...lenient, good('last')]) }]
  const body = Buffer.from(JSON.stringify({ entry }))
  const signature = `sha256=${createHmac('sha256', simulator.state.appSecret).update(body).digest('hex')}`
  const read = whatsapp.readStatuses(body, signature) ?? []
  expect(read.map(({ messageId }) => messageId).toSorted()).toEqual(
    ['first', ...lenient.map(({ id }) => id), 'last'].toSorted(),
  )
  const failures = read.filter(({ status }) => status === 'failed').map(({ failure }) => failure)
  expect(failures).toEqual(['whatsapp_unknown', 'whatsapp_131026'])
  expect(read.find(({ messageId }) => messageId === 'no-key')).toMatchObject({ idempotencyKey: null })
})

test('only our own subscription is confirmed', () => {
  const whatsapp = connect()
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'verify-me', 'hub.challenge': '1158201444' }
  expect(whatsapp.answerSubscription(query)).toBe('1158201444')
  expect(whatsapp.answerSubscription({ ...query, 'hub.verify_token': 'guess' })).toBeNull()
  expect(whatsapp.answerSubscription({ ...query, 'hub.mode': 'unsubscribe' })).toBeNull()
  expect(whatsapp.answerSubscription({})).toBeNull()
})

test('the inbox keeps what would have left; switched off, it says so', async () => {
  const kept: InboxMessage[] = []
  const inbox = createWhatsappInbox(async (sent) => void kept.push(sent))
  expect(await inbox.sendTemplate(message)).toHaveProperty('messageId')
  expect(kept).toEqual([
    {
      channel: 'whatsapp',
      recipient: '+5491123456789',
      subject: 'entradas_listas',
      html: null,
      body: 'Camila\nFiesta Lunar\ntok-1',
      attachments: [
        {
          filename: 'entradas.pdf',
          contentType: 'application/pdf',
          base64: Buffer.from('%PDF-1.7 ñ').toString('base64'),
        },
      ],
    },
  ])
  const off = createWhatsappOff()
  expect(off.isOn).toBe(false)
  expect(await off.sendTemplate(message)).toEqual({ refused: 'whatsapp_off' })
})
