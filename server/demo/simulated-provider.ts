/** What the demo asks of the simulated payment provider in addition to the product's own calls. */
import type { Config } from '#server/config.ts'

/** Does something at its control; throws when it refuses, or when this installation has none. */
export async function askProvider(
  config: Config,
  command: { readonly do: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const provider = config.simulators['mercado-pago']
  if (!provider) throw new Error('The demo needs the simulated provider')
  const response = await fetch(new URL('/_control', provider), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  if (!response.ok)
    throw new Error(`The simulated provider refused ${command.do}: ${response.status} ${await response.text()}`)
}

/** Holds notifications of the past's own payments back while `work` runs: they would be news of now. What people pay meanwhile is notified. */
export async function withoutNews(config: Config, work: () => Promise<void>): Promise<void> {
  await askProvider(config, { do: 'set-switches', dropControlled: true })
  try {
    await work()
  } finally {
    await askProvider(config, { do: 'set-switches', dropControlled: false })
  }
}
