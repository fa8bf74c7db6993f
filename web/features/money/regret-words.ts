/** What people read of a regret. */
import { formatMoment } from '#contract/dates.ts'
import type { Regret, RegretObstacle, RegretOrder, RegretState } from '#contract/regrets.ts'

export const regretStates: Readonly<Record<RegretState, string>> = {
  received: 'Recibido',
  with_person: 'Lo mira una persona',
  done: 'Resuelto',
}

const obstacles: Readonly<Record<RegretObstacle, string>> = {
  too_late: 'Pasaron más de 10 días desde que la recibiste.',
  event_near: 'El pedido se hizo a menos de 24 horas del evento.',
  used: 'Sus entradas ya se usaron.',
  transferred: 'Hay entradas que pasaste a otra persona: de esas decide nuestro equipo.',
  refunded: 'Su plata ya volvió.',
  disputed: 'Tu banco está resolviendo un reclamo por este pago.',
  free: 'No se pagó nada.',
}

/** Why a purchase does not go back by itself; null where nothing stands against it. */
export function obstacleWords({ obstacle }: Pick<RegretOrder, 'obstacle'>): string | null {
  return obstacle && obstacles[obstacle]
}

/** What became of one purchase. */
export const outcomeWords: Readonly<Record<RegretOrder['outcome'], string>> = {
  open: 'Sin confirmar',
  refunding: 'La plata está en camino',
  with_person: 'La mira una persona',
  refused: 'No corresponde',
}

export interface RegretStep {
  readonly title: string
  readonly text: string
  readonly standing: 'done' | 'now' | 'later'
}

/** A regret as a story: asked, proved, decided, and the money back. */
export function regretSteps({ state, submittedAt, answerBy, orders }: Regret): RegretStep[] {
  const isProved = orders !== null
  const isReturning = orders?.some(({ outcome }) => outcome === 'refunding') ?? false
  const isOver = state === 'done'
  return [
    { title: 'Lo pediste', text: `El ${formatMoment(submittedAt)}: esa es la fecha que vale.`, standing: 'done' },
    {
      title: 'Comprobamos que sos vos',
      text:
        isProved || isOver
          ? 'Con el enlace del mail de la compra, o lo miró nuestro equipo.'
          : state === 'with_person'
            ? 'Lo mira una persona de nuestro equipo.'
            : 'Abrí el enlace que mandamos al mail de la compra.',
      standing: isProved || isOver ? 'done' : 'now',
    },
    {
      title: 'Lo resolvemos',
      text: isOver
        ? 'Resuelto.'
        : isProved && state === 'received'
          ? 'Confirmá abajo de qué compras: lo que corresponde vuelve solo.'
          : `Antes del ${formatMoment(answerBy)}.`,
      standing: isOver ? 'done' : isProved ? 'now' : 'later',
    },
    {
      title: 'Te vuelve la plata',
      text: isReturning
        ? 'Está en camino: puede demorar unos días según tu banco.'
        : isOver
          ? isProved
            ? 'No vuelve nada: abajo está por qué.'
            : 'Si te corresponde, ya está en camino. El detalle está en el mail de la compra.'
          : 'Por el medio con que pagaste, con el cargo por servicio.',
      standing: isReturning ? 'now' : 'later',
    },
  ]
}

/** Where it stands, for whoever has only its code. */
export function standingWords({ state, answerBy }: Pick<Regret, 'state' | 'answerBy'>): string {
  return state === 'done'
    ? 'Ya lo respondimos, al mail con que se hizo la compra.'
    : `Lo resolvemos antes del ${formatMoment(answerBy)}.`
}
