/** The vendors of a demo, simulated in the parent process: they outlive any child that is started again. */
import { join } from 'node:path'
import { start as startMercadoPago } from '#simulators/mercado-pago/start.ts'
import type { Config } from '#server/config.ts'

export interface RunningSimulators {
  /** The configuration that makes the vendors' own adapters talk to them. */
  readonly config: Config
  stop(): Promise<void>
}

/** Starts those that nobody configured a real vendor for; none in production. */
export async function startSimulators(config: Config): Promise<RunningSimulators> {
  if (config.mode !== 'demo' || config.mercadoPago) return { config, stop: async () => {} }
  const mercadoPago = await startMercadoPago({
    port: 0,
    state: join(config.home, 'mercado-pago.json'),
    publicUrl: `${config.publicUrl}/simulador/mercado-pago`,
  })
  const { clientId, clientSecret, webhookSecret } = mercadoPago.application
  return {
    config: {
      ...config,
      mercadoPago: { clientId, clientSecret, webhookSecret, baseUrl: mercadoPago.url, authUrl: mercadoPago.authUrl },
      simulators: { ...config.simulators, 'mercado-pago': mercadoPago.url },
    },
    stop: mercadoPago.stop,
  }
}
