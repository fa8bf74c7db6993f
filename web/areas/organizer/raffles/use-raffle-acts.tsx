import {
  cancelRaffle,
  closeRaffle,
  drawRaffle,
  openRaffle,
  publishRaffle,
  type Raffle,
  type RaffleState,
} from '#contract/events/raffles.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { placesWords } from '#web/features/raffles/raffle-words.ts'
import { counted } from '#web/lib/numbers.ts'

const input = ({ id }: Raffle) => ({ params: { id } })

/** What may be done with a raffle in its state, and the questions before it. */
export function useRaffleActs() {
  const opening = useAct(openRaffle, {
    input,
    title: ({ prize }) => `¿Abrir el sorteo de ${prize}?`,
    description: 'Se publica su página y la huella de la clave que lo decide. Desde ahora no se cambia nada de él.',
    confirm: 'Abrir',
    done: 'El sorteo está abierto',
  })
  const closing = useAct(closeRaffle, {
    input,
    title: ({ prize }) => `¿Cerrar el sorteo de ${prize}?`,
    description: 'Nadie más se puede anotar: la lista queda fija y se publica su huella.',
    confirm: 'Cerrar el sorteo',
    done: (_raffle, { entries }) => `Cerrado: ${counted(entries, 'persona participa', 'personas participan')}`,
  })
  const drawing = useAct(drawRaffle, {
    input,
    title: ({ prize }) => `¿Sortear ${prize}?`,
    description: (raffle) =>
      `Salen ${placesWords(raffle)} entre ${counted(raffle.entries, 'persona', 'personas')}. Se hace una sola vez.`,
    confirm: 'Sortear',
    done: 'Sorteado: mirá quiénes ganaron y publicalo',
  })
  const publishing = useAct(publishRaffle, {
    input,
    title: ({ prize }) => `¿Publicar quiénes ganaron ${prize}?`,
    description: 'Se ven en la página del sorteo, y les avisamos a quienes ganaron.',
    confirm: 'Publicar',
    done: 'Publicado: les avisamos a quienes ganaron',
  })
  const cancelling = useAct(cancelRaffle, {
    input,
    title: ({ prize }) => `¿Cancelar el sorteo de ${prize}?`,
    description: 'No se puede volver atrás. Si ya se había anotado gente, lo ve en la página del sorteo.',
    confirm: 'Cancelar el sorteo',
    tone: 'danger',
    done: 'El sorteo se canceló',
  })
  const next: Partial<Record<RaffleState, { label: string; ask: (raffle: Raffle) => void }>> = {
    draft: { label: 'Abrir', ask: opening.ask },
    open: { label: 'Cerrar', ask: closing.ask },
    closed: { label: 'Sortear', ask: drawing.ask },
    drawn: { label: 'Publicar', ask: publishing.ask },
  }
  return {
    /** The act that leads on. */
    nextOf: ({ state }: Raffle) => next[state],
    canCancel: ({ state }: Raffle) => state === 'draft' || state === 'open' || state === 'closed',
    cancel: cancelling.ask,
    dialogs: [opening, closing, drawing, publishing, cancelling].map(({ dialog }) => dialog),
  }
}
