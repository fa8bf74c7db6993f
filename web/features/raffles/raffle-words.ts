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

/** What the rules of every raffle say besides the organizer's words (rule R24.5). */
export function forfeitWords(entrants: RaffleEntrants): string {
  const byTicket =
    entrants === 'opt_in'
      ? ''
      : 'Quien participa con su entrada y ya no la tiene al sortear pierde su lugar: pasa a quien sigue. '
  return `${byTicket}Si el evento se cancela, el sorteo también.`
}

/** `2 ganadores y 1 suplente`. */
export function placesWords({ winners, alternates }: Pick<Raffle, 'winners' | 'alternates'>): string {
  const of = counted(winners, 'ganador', 'ganadores')
  return alternates === 0 ? of : `${of} y ${counted(alternates, 'suplente', 'suplentes')}`
}
