/** What some nights of the demo cost, so that their screens show a profit, a loss and costs that wait for sales. */
import type { App } from '#server/context.ts'
import { createCost } from '#server/modules/commercials/save-cost.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import type { DemoNight } from './add-nights.ts'

/** Pesos. */
const COSTS: Readonly<Record<string, readonly (readonly [costType: string, amount: number])[]>> = {
  'Fiesta Lunar Rosario': [
    ['Lugar', 1_200_000],
    ['Sonido y luces', 850_000],
    ['Artistas', 1_600_000],
    ['Seguridad', 420_000],
    ['Publicidad', 310_000],
    ['Publicidad', 95_000],
  ],
  'Noche de Neón': [
    ['Lugar', 180_000],
    ['Sonido y luces', 95_000],
    ['Personal', 60_000],
  ],
}

/** Enters them in the name of the night's own people. */
export async function addCosts(app: App, nights: readonly DemoNight[]): Promise<void> {
  for (const { id, night, organizer: actor } of nights) {
    for (const [costType, amount] of COSTS[night.name] ?? []) {
      await createCost(app, { actor, proof: id as ManagedEventId, body: { costType, amount } })
    }
  }
}
