/** Why an event needs a person, in words. */
import type { CommercialDeskEvent, Need } from '#contract/events/commercial-desk.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import { grouped } from '#contract/values/numbers.ts'

export const needLabels: StateLabels<Need> = {
  unpublished: { one: 'Sin publicar', many: 'Sin publicar', tone: 'sol' },
  account: { one: 'Sin Mercado Pago', many: 'Sin Mercado Pago', tone: 'rojo' },
  stock: { one: 'Precio sin lugares', many: 'Precio sin lugares', tone: 'rojo' },
  pace: { one: 'Vende menos', many: 'Venden menos', tone: 'sol' },
}

/** `40 entradas; el anterior llevaba 90`; null where nothing is compared. */
export function paceWords({ pace }: Pick<CommercialDeskEvent, 'pace'>): string | null {
  return pace && `${grouped(pace.sold)} vendidas; el anterior llevaba ${grouped(pace.lastSold)}`
}
