/** Texts of a raffle, for those who hold it and those who follow it. */
import type { Raffle, RaffleEntrants, RaffleState } from '#contract/events/raffles.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import { counted } from '#web/lib/numbers.ts'

export const raffleStates: StateLabels<RaffleState> = {
  draft: { one: 'Borrador', many: 'Borradores', tone: 'neutral' },
  open: { one: 'Abierto', many: 'Abiertos', tone: 'yerba' },
  closed: { one: 'Cerrado', many: 'Cerrados', tone: 'sol' },
  drawn: { one: 'Sorteado', many: 'Sorteados', tone: 'sol' },
  published: { one: 'Publicado', many: 'Publicados', tone: 'yerba' },
  cancelled: { one: 'Cancelado', many: 'Cancelados', tone: 'rojo' },
}

export const entrantsWords: Readonly<Record<RaffleEntrants, string>> = {
  holders: 'Quienes tienen entrada',
  checked_in: 'Quienes entraron al evento',
  opt_in: 'Quienes se anotan',
}

/** `2 ganadores y 1 suplente`. */
export function placesWords({ winners, alternates }: Pick<Raffle, 'winners' | 'alternates'>): string {
  const of = counted(winners, 'ganador', 'ganadores')
  return alternates === 0 ? of : `${of} y ${counted(alternates, 'suplente', 'suplentes')}`
}
