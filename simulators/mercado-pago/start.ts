/** The simulated Mercado Pago: its API, its checkout and authorization pages, its notifications. */
import type { AddressInfo } from 'node:net'
import { createClock, type Clock } from '#server/shared/clock.ts'
import { answerApi } from './api.ts'
import { answerPages } from './checkout.ts'
import { answerControl } from './control-http.ts'
import { createControl, splitPublicUrl, type Control } from './control.ts'
import { createWire, type Call, type Reply } from './http.ts'
import { startTime } from './schedule.ts'
import type { Application, Simulator } from './simulator.ts'
import { keepState, loadState } from './state.ts'
import { rightSwitches } from './switches.ts'

export interface StartOptions {
  /** 0 takes a free one. Listens on loopback alone. */
  readonly port: number
  /** File that keeps everything over a restart; absent keeps nothing. */
  readonly state?: string
  /** Where browsers reach the pages, for example `http://localhost:3000/simulador/mercado-pago`; absent is the server's own address. */
  readonly publicUrl?: string
  readonly application?: Partial<Application>
  readonly clock?: Clock
  /** False lets no time pass: notifications and late payments wait for `control.drain()`. */
  readonly isAutomatic?: boolean
  /** Pauses before a notification that was not taken is sent again; the real ones begin at 15 minutes. */
  readonly retryDelaysMs?: readonly number[]
}

export interface Started {
  /** Address of the API, without a trailing slash. */
  readonly url: string
  /** Address of the authorization page. */
  readonly authUrl: string
  readonly application: Application
  readonly control: Control
  stop(): Promise<void>
}

const APPLICATION: Application = {
  clientId: '7000000000000001',
  clientSecret: 'simulator-client-secret',
  webhookSecret: 'simulator-webhook-secret',
}
const RETRY_DELAYS_MS = [1_000, 3_000, 10_000, 30_000, 60_000, 300_000]

/** Starts it; settles once it answers. */
export async function start(options: StartOptions): Promise<Started> {
  const clock = options.clock ?? createClock()
  const state = loadState(options.state, clock)
  const stopping = new AbortController()
  const simulator: Simulator = {
    state,
    clock,
    application: { ...APPLICATION, ...options.application },
    switches: rightSwitches(),
    faults: [],
    requests: [],
    deliveries: [],
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    stopping: stopping.signal,
    publicUrl: '',
    basePath: '',
    save: keepState(options.state, state),
  }
  const control = createControl(simulator)
  const server = createWire(
    () => simulator.basePath,
    (call) => answer(simulator, control, call),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const url = `http://127.0.0.1:${port}`
  const publicUrl = splitPublicUrl(options.publicUrl ?? url)
  simulator.publicUrl = publicUrl.url
  simulator.basePath = publicUrl.basePath
  const stopTime = options.isAutomatic === false ? () => Promise.resolve() : startTime(simulator)

  return {
    url,
    get authUrl() {
      return `${simulator.publicUrl}/authorization`
    },
    application: simulator.application,
    control,
    async stop() {
      stopping.abort()
      await stopTime()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await simulator.save()
    },
  }
}

async function answer(simulator: Simulator, control: Control, call: Call): Promise<Reply> {
  if (call.method === 'POST' && call.path === '/_control') return answerControl(control, call)
  return (await answerPages(simulator, call)) ?? (await answerApi(simulator, call))
}
