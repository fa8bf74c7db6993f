/** Raffles of a demo night, one in each state that a visitor may want to see. */
import type { Proof } from '#contract/api/roles.ts'
import type { RaffleEntrants } from '#contract/events/raffles.ts'
import type { App } from '#server/context.ts'
import type { ManagedEventId } from '#server/modules/events/managing/queries-manage.ts'
import { closeRaffle } from '#server/modules/raffles/close-raffle.ts'
import { createRaffle } from '#server/modules/raffles/create-raffle.ts'
import { drawRaffle } from '#server/modules/raffles/draw-raffle.ts'
import { openRaffle } from '#server/modules/raffles/open-raffle.ts'
import { publishRaffle } from '#server/modules/raffles/publish-raffle.ts'
import type { DemoNight } from './add-nights.ts'

const NIGHT = 'Fiesta Lunar Rosario'

const RULES = `Participar es gratis y no hace falta comprar nada: cualquier persona con cuenta y un contacto verificado se anota en esta página, tenga o no entrada.
Cada persona participa una sola vez. No participan quienes organizan el evento ni quienes trabajan en él.
El premio se retira en la barra, con DNI, hasta el cierre; si nadie lo retira, pasa al primer suplente.`

const acts = [openRaffle, closeRaffle, drawRaffle, publishRaffle] as const

interface DemoRaffle {
  readonly prize: string
  readonly entrants: RaffleEntrants
  readonly winners: number
  /** How many of the acts were done. */
  readonly acts: 0 | 1 | 2 | 3 | 4
}

const RAFFLES: readonly DemoRaffle[] = [
  { prize: 'Dos entradas para el próximo ciclo', entrants: 'holders', winners: 2, acts: 4 },
  { prize: 'Una noche en el palco para cuatro', entrants: 'holders', winners: 1, acts: 1 },
  { prize: 'Remeras de la gira', entrants: 'opt_in', winners: 5, acts: 0 },
]

/** Holds them as the organizer would. */
export async function addRaffles(app: App, nights: readonly DemoNight[]): Promise<void> {
  for (const { id: eventId, organizer: actor } of nights.filter(({ night }) => night.name === NIGHT)) {
    for (const { acts: done, ...fields } of RAFFLES) {
      const body = { ...fields, rules: RULES, alternates: 1 }
      const { id } = await createRaffle(app, { actor, proof: eventId as ManagedEventId, body })
      // This organizer's own.
      for (const act of acts.slice(0, done)) await act(app, { actor, proof: id as Proof<'managedRaffle'> })
    }
  }
}
