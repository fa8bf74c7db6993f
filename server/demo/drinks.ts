/** What the bars of some demo nights sell. */
import { toCents } from '#contract/values/money.ts'
import { inTransaction, type App } from '#server/context.ts'
import { audit } from '#server/db/audit.ts'
import { drinkRows } from '#server/modules/drinks/store.ts'
import { newId } from '#server/shared/ids.ts'
import type { DemoNight } from './add-nights.ts'

interface DemoDrink {
  readonly name: string
  /** Pesos; 0 is free. */
  readonly price: number
  readonly description?: string
  readonly isAvailable?: boolean
}

const BAR: readonly DemoDrink[] = [
  { name: 'Agua', price: 0, description: 'En la barra del fondo, toda la noche.' },
  { name: 'Cerveza tirada', price: 6_000, description: 'Pinta.' },
  { name: 'Fernet con cola', price: 7_500, description: 'En vaso de medio litro.' },
  { name: 'Gin tonic', price: 9_500, description: 'Con pepino y enebro.' },
]

const MENUS: Readonly<Record<string, readonly DemoDrink[]>> = {
  'Fiesta Lunar Rosario': [
    ...BAR,
    { name: 'Luna de Valencia', price: 11_000, description: 'Espumante, naranja y romero.', isAvailable: false },
  ],
  'La Gran Noche de los Músicos Independientes del Litoral y sus Amistades de Ayer.': BAR.slice(0, 2),
  'Peña La Minga': BAR.slice(0, 3),
  'Noche de Neón': BAR,
  'Amanecer Fest': [...BAR, { name: 'Jarra para cuatro', price: 26_000 }],
}

/** Writes the menus as their organizers would. */
export async function addDrinks(app: App, nights: readonly DemoNight[]): Promise<void> {
  await inTransaction(app, async (app) => {
    for (const { id: parentId, night, organizer } of nights) {
      for (const drink of MENUS[night.name] ?? []) {
        const { name, price, description = '', isAvailable = true } = drink
        const id = newId()
        const fields = { name, description, isAvailable, priceCents: toCents(price), imageId: null }
        await drinkRows.insert(app.db, { id, parentId }, fields)
        await audit(app, organizer, 'drink.create', ['drink', id], { after: drink })
      }
    }
  })
}
