/**
 * Meta's WhatsApp Cloud API as far as Previa speaks it, over real HTTP: media, template messages and signed status
 * notifications. Its state is plain data that a test may read and change at any time.
 */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newToken } from '#server/shared/ids.ts'
import { createClock, type Clock } from '#server/shared/clock.ts'

export interface SimulatedMedia {
  readonly id: string
  readonly contentType: string
  readonly filename: string
  readonly bytes: Buffer
}

export interface SimulatedMessage {
  readonly id: string
  readonly to: string
  readonly template: string
  readonly language: string
  readonly params: readonly string[]
  readonly document: { readonly mediaId: string; readonly filename: string } | null
  readonly buttonSuffix: string | null
  readonly callbackData: string | null
}

/** How the next call that matches misbehaves; taken off the list when used. */
export interface Misbehaviour {
  readonly on: 'messages' | 'media'
  /** An answer with this HTTP status and, in its error body, this code; a status without a code is not even JSON. */
  readonly status?: number
  readonly code?: number
  /** The message is taken, but the connection breaks before the answer. */
  readonly loseAnswer?: true
  /** The connection breaks before anything happens. */
  readonly breakOff?: true
  /** No answer for as long as the simulator runs. */
  readonly hang?: true
  /** 200 with a body that means nothing. */
  readonly nonsense?: true
  readonly redirectTo?: string
}

export interface WhatsappState {
  readonly token: string
  readonly phoneNumberId: string
  readonly appSecret: string
  /** Templates that were approved, with the number of values their body takes. */
  readonly templates: Map<string, { readonly params: number; readonly hasDocument: boolean }>
  /** Numbers, without plus sign, that have no WhatsApp: 131026. */
  readonly unreachable: Set<string>
  readonly misbehaviours: Misbehaviour[]
  readonly media: SimulatedMedia[]
  readonly messages: SimulatedMessage[]
  /** Where statuses are posted; null posts none. */
  webhookUrl: string | null
}

export interface WhatsappSimulator {
  readonly url: string
  readonly state: WhatsappState
  /** Posts the status of a message to the webhook, signed; gives the receiver's HTTP status. */
  report(messageId: string, status: 'sent' | 'delivered' | 'read' | 'failed', how?: ReportOptions): Promise<number>
  /** Asks the webhook's address whether it is ours, as the vendor does when it is set up; whether it confirmed. */
  subscribe(verifyToken: string): Promise<boolean>
  stop(): Promise<void>
}

export interface ReportOptions {
  /** The vendor's code, for `failed`. */
  readonly code?: number
  /** Posts it that many times. */
  readonly times?: number
  readonly wrongSignature?: true
}

/** A state with one phone number and no template; `change` replaces parts of it. */
export function whatsappState(change: Partial<WhatsappState> = {}): WhatsappState {
  return {
    token: 'simulated-token',
    phoneNumberId: '100000000000001',
    appSecret: 'simulated-app-secret',
    templates: new Map(),
    unreachable: new Set(),
    misbehaviours: [],
    media: [],
    messages: [],
    webhookUrl: null,
    ...change,
  }
}

/** Listens on loopback at `port` (0 takes a free one). */
export async function start(options: {
  port: number
  state: WhatsappState
  clock?: Clock
}): Promise<WhatsappSimulator> {
  const { port, state, clock = createClock() } = options
  const server = createServer((request, response) => {
    answer(state, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.address() as AddressInfo // an address of TCP, as it was asked to listen on
  return {
    url: `http://127.0.0.1:${taken}`,
    state,
    report: (messageId, status, how = {}) => report(state, clock, messageId, status, how),
    subscribe: (verifyToken) => subscribe(state, verifyToken),
    stop() {
      server.closeAllConnections()
      return new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
      })
    },
  }
}

async function answer(state: WhatsappState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = /^\/v\d+\.\d+\/(\d+)\/(messages|media)$/.exec(request.url ?? '')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // a request without encoding gives buffers
  const body = Buffer.concat(chunks)
  if (request.method !== 'POST' || !path) return refuse(response, 404, 2500, 'Unknown path components')
  if (request.headers.authorization !== `Bearer ${state.token}`)
    return refuse(response, 401, 190, 'Invalid OAuth access token')
  if (path[1] !== state.phoneNumberId) return refuse(response, 400, 33, 'Unsupported post request')
  const on = path[2] as 'messages' | 'media' // the only two that the expression takes
  const place = state.misbehaviours.findIndex((misbehaviour) => misbehaviour.on === on)
  const [misbehaviour] = place < 0 ? [] : state.misbehaviours.splice(place, 1)
  if (misbehaviour && misbehave(misbehaviour, response)) return
  const outcome = on === 'media' ? await takeMedia(state, request, body) : takeMessage(state, body)
  if (misbehaviour?.loseAnswer) {
    response.destroy()
  } else if ('code' in outcome) {
    refuse(response, 400, outcome.code, outcome.text)
  } else {
    send(response, 200, outcome)
  }
}

/** Whether that was the whole answer. */
function misbehave(
  { status, code, breakOff, hang, nonsense, redirectTo }: Misbehaviour,
  response: ServerResponse,
): boolean {
  if (breakOff) response.destroy()
  else if (nonsense) send(response, 200, { unexpected: true })
  else if (redirectTo !== undefined) response.writeHead(307, { Location: redirectTo }).end()
  else if (status !== undefined && code === undefined) response.writeHead(status).end('<html>Sorry</html>')
  else if (status !== undefined && code !== undefined) refuse(response, status, code, 'Simulated')
  else return hang ?? false
  return true
}

type Refused = { readonly code: number; readonly text: string }

async function takeMedia(
  state: WhatsappState,
  request: IncomingMessage,
  body: Buffer,
): Promise<Refused | { id: string }> {
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => null)
  const file = form?.get('file')
  if (form?.get('messaging_product') !== 'whatsapp' || !(file instanceof File)) {
    return { code: 100, text: 'Invalid parameter' }
  }
  const media = {
    id: String(900_000_000_000_000 + state.media.length),
    contentType: file.type,
    filename: file.name,
    bytes: Buffer.from(await file.arrayBuffer()),
  }
  state.media.push(media)
  return { id: media.id }
}

interface MessageTaken {
  readonly messaging_product: 'whatsapp'
  readonly contacts: readonly object[]
  readonly messages: readonly object[]
}

interface TemplateRequest {
  messaging_product?: string
  to?: string
  type?: string
  biz_opaque_callback_data?: string
  template?: { name?: string; language?: { code?: string }; components?: Component[] }
}
interface Component {
  type: string
  parameters: { type: string; text?: string; document?: { id?: string; filename?: string } }[]
}

function takeMessage(state: WhatsappState, body: Buffer): Refused | MessageTaken {
  const { messaging_product: product, to, type, template, ...rest } = JSON.parse(body.toString()) as TemplateRequest
  if (product !== 'whatsapp' || type !== 'template' || !to || !template?.name)
    return { code: 100, text: 'Invalid parameter' }
  if (!/^\d{7,15}$/.test(to)) return { code: 131009, text: 'Parameter value is not valid' }
  const known = state.templates.get(template.name)
  const parameters = (kind: string) =>
    template.components?.find((component) => component.type === kind)?.parameters ?? []
  const params = parameters('body').map((parameter) => parameter.text ?? '')
  const [header] = parameters('header')
  if (!known || template.language?.code !== 'es_AR') return { code: 132001, text: 'Template does not exist' }
  if (params.length !== known.params) return { code: 132000, text: 'Number of parameters does not match' }
  if (params.some((text) => text === '' || /[\n\t]| {5}/.test(text)))
    return { code: 132012, text: 'Parameter format mismatch' }
  if (known.hasDocument !== state.media.some((media) => media.id === header?.document?.id)) {
    return { code: 132012, text: 'Header format mismatch' }
  }
  if (state.unreachable.has(to)) return { code: 131026, text: 'Message undeliverable' }
  const message: SimulatedMessage = {
    id: `wamid.${newToken()}`,
    to,
    template: template.name,
    language: template.language.code,
    params,
    document: header?.document?.id ? { mediaId: header.document.id, filename: header.document.filename ?? '' } : null,
    buttonSuffix: parameters('button')[0]?.text ?? null,
    callbackData: rest.biz_opaque_callback_data ?? null,
  }
  state.messages.push(message)
  return {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id: message.id, message_status: 'accepted' }],
  }
}

async function subscribe(state: WhatsappState, verifyToken: string): Promise<boolean> {
  if (state.webhookUrl === null) throw new Error('Nowhere to ask')
  const challenge = newToken()
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': verifyToken,
    'hub.challenge': challenge,
  })
  const response = await fetch(`${state.webhookUrl}?${query}`)
  return response.status === 200 && (await response.text()) === challenge
}

async function report(
  state: WhatsappState,
  clock: Clock,
  messageId: string,
  status: string,
  { code, times = 1, wrongSignature }: ReportOptions,
): Promise<number> {
  const message = state.messages.find((candidate) => candidate.id === messageId)
  if (!message || state.webhookUrl === null) throw new Error('No such message, or nowhere to report it')
  const report = {
    id: message.id,
    status,
    timestamp: String(Math.floor(clock.epochMs() / 1000)),
    recipient_id: message.to,
    ...(message.callbackData === null ? {} : { biz_opaque_callback_data: message.callbackData }),
    ...(code === undefined ? {} : { errors: [{ code, title: 'Simulated', message: 'Simulated' }] }),
  }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { phone_number_id: state.phoneNumberId },
    statuses: [report],
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '200000000000001', changes: [{ field: 'messages', value }] }],
  })
  const signature = createHmac('sha256', wrongSignature ? 'another-secret' : state.appSecret)
    .update(body)
    .digest('hex')
  let answered = 0
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(state.webhookUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` },
      body,
    })
    answered = response.status
  }
  return answered
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, code: number, text: string): void {
  const error = {
    message: `(#${code}) ${text}`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: text },
    fbtrace_id: newToken().slice(0, 11),
  }
  send(response, status, { error })
}
