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

/** Where it stands, for whoever has only its code. */
export function standingWords({ state, answerBy }: Pick<Regret, 'state' | 'answerBy'>): string {
  return state === 'done'
    ? 'Ya lo respondimos, al mail con que se hizo la compra.'
    : `Lo resolvemos antes del ${formatMoment(answerBy)}.`
}
