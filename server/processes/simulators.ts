/** The vendors of a demo, simulated in the parent process: they outlive any child that is started again. */
import { join } from 'node:path'
import { receiveMercadoPagoWebhook } from '#contract/companies/payments.ts'
import { start as startMercadoPago } from '#simulators/mercado-pago/start.ts'
import type { Config } from '#server/config.ts'
import { demoAccounts } from '#server/demo/sign-ins.ts'

export interface RunningSimulators {
  /** The configuration that makes the vendors' own adapters talk to them. */
  readonly config: Config
  stop(): Promise<void>
}

/** Starts those without a configured real vendor; none in production. */
export async function startSimulators(config: Config): Promise<RunningSimulators> {
  if (config.mode !== 'demo') return { config, stop: async () => {} }
  const simulators = await Promise.all([
    config.mercadoPago ? null : simulateMercadoPago(config),
    config.google ? null : simulateGoogle(config),
  ])
  const started = simulators.filter((each) => each !== null)
  return {
    config: Object.assign({}, config, ...started.map(({ changes }) => changes), {
      simulators: Object.assign({}, config.simulators, ...started.map(({ addresses }) => addresses)),
    }),
    stop: async () => void (await Promise.all(started.map(({ stop }) => stop()))),
  }
}

interface Simulated {
  readonly changes: Partial<Config>
  /** By vendor, what `/simulador/<vendor>/` shows. */
  readonly addresses: Config['simulators']
  stop(): Promise<void>
}

async function simulateMercadoPago(config: Config): Promise<Simulated> {
  const mercadoPago = await startMercadoPago({
    port: 0,
    state: join(config.home, 'mercado-pago.json'),
    publicUrl: `${config.publicUrl}/simulador/mercado-pago`,
    application: { notificationUrl: `${config.publicUrl}${receiveMercadoPagoWebhook.path}` },
  })
  const { clientId, clientSecret, webhookSecret } = mercadoPago.application
  return {
    changes: {
      mercadoPago: { clientId, clientSecret, webhookSecret, baseUrl: mercadoPago.url, authUrl: mercadoPago.authUrl },
    },
    addresses: { 'mercado-pago': mercadoPago.url },
    stop: mercadoPago.stop,
  }
}

/** Its provider is a development package, loaded only here. */
async function simulateGoogle({ publicUrl }: Config): Promise<Simulated> {
  const { start } = await import('#simulators/google/start.ts')
  const { name } = demoAccounts.buyer
  const google = await start({
    port: 0,
    publicUrl: `${publicUrl}/simulador/google`,
    redirectUri: `${publicUrl}/api/v1/auth/google/callback`,
    accounts: [
      {
        subject: '104000000000000000000',
        mail: 'camila.ferreyra@previa.example',
        name,
        isMailVerified: true,
        about: 'Su email ya tiene una cuenta con contraseña',
      },
    ],
  })
  return {
    changes: { google: { clientId: google.clientId, clientSecret: google.clientSecret, issuer: google.url } },
    addresses: { google: google.url },
    stop: google.stop,
  }
}
