/** What people read of a regret. */
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import type {
  ManagedRegret,
  Regret,
  RegretObstacle,
  RegretOrder,
  RegretReader,
  RegretState,
} from '#contract/sales/regrets.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import type { TimelineStep } from '#web/ui/data/Timeline.tsx'

export const regretStates: StateLabels<RegretState> = {
  with_person: { one: 'Lo mira una persona', many: 'Esperan a una persona', tone: 'sol', slug: 'esperan' },
  received: { one: 'Recibido', many: 'Esperan el enlace', tone: 'celeste', slug: 'recibidos' },
  done: { one: 'Resuelto', many: 'Resueltos', tone: 'yerba' },
}

const obstacles: Readonly<Record<RegretObstacle, string>> = {
  too_late: 'Pasaron más de 10 días desde que la recibiste.',
  event_near: 'El pedido se hizo a menos de 24 horas del evento.',
  link_over: 'La revisa una persona: venció el plazo para que vuelva sola.',
  used: 'Sus entradas ya se usaron.',
  transferred: 'La revisa una persona: ya pasaste esta entrada.',
  refunded: 'Su plata ya volvió.',
  disputed: 'Tu banco está resolviendo un reclamo por este pago.',
  free: 'No se pagó nada.',
}

/** A code as it is kept, however it was typed: in capitals, with its hyphen. */
export function spellRegretCode(typed: string): string {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '')
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : typed.trim().toUpperCase()
}

/** Whether nothing of a purchase is left to give back. */
export function isSettled({
  outcome,
  obstacle,
  amount,
}: Pick<RegretOrder, 'outcome' | 'obstacle' | 'amount'>): boolean {
  return outcome === 'open' && amount === 0 && (obstacle === 'refunded' || obstacle === 'free')
}

/** Why a purchase is not refunded automatically; null if it is. */
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

const failures: Readonly<Record<string, string>> = {
  too_late: 'ya pasó el plazo de Mercado Pago para devolver ese pago',
  not_refundable: 'ese pago no admite devoluciones',
  not_found: 'Mercado Pago no encuentra ese pago',
}

/** Why money that was asked for a purchase did not go back; null where nothing failed. For the team. */
export function failureWords(failure: string | null): string | null {
  return failure && `La devolución no se hizo: ${failures[failure] ?? 'Mercado Pago la rechazó'}.`
}

/** Where the answer of the team goes, before it is written. For the team. */
export function answerHint({ answerTo, contact }: Pick<ManagedRegret, 'answerTo' | 'contact'>): string {
  const words: Readonly<Record<RegretReader, string>> = {
    buyer: 'Quien compró la lee tal cual, por mail.',
    contact: `No hay una compra: le llega tal cual a ${contact ?? ''}.`,
    nobody: 'No hay un mail a donde mandarla: avisale por otro medio.',
  }
  return words[answerTo]
}

/** The same once it is written. */
export function answeredWords({ answerTo, contact }: Pick<ManagedRegret, 'answerTo' | 'contact'>): string {
  const words: Readonly<Record<RegretReader, string>> = {
    buyer: 'Le mandamos la respuesta por mail a quien compró',
    contact: `Mandamos la respuesta a ${contact ?? ''}`,
    nobody: 'Guardamos la respuesta, pero no hay un mail a donde mandarla: avisale por otro medio',
  }
  return words[answerTo]
}

/** A regret as a story: asked, proved, decided, and the money back. */
export function regretSteps({ state, submittedAt, answerBy, isOverdue, orders }: Regret): TimelineStep[] {
  const isProved = orders !== null
  const isReturning = orders?.some(({ outcome }) => outcome === 'refunding') ?? false
  const isOver = state === 'done'
  return [
    { title: 'Lo pediste', text: `El ${formatMoment(submittedAt)}: esa es la fecha que vale.`, status: 'done' },
    {
      title: 'Comprobamos que sos vos',
      text:
        isProved || isOver
          ? 'Con el enlace del mail de la compra, o lo miró nuestro equipo.'
          : state === 'with_person'
            ? 'Lo mira una persona de nuestro equipo.'
            : 'Con el enlace que mandamos al mail de la compra.',
      status: isProved || isOver ? 'done' : 'now',
    },
    {
      title: 'Lo resolvemos',
      text: isOver
        ? 'Resuelto.'
        : state === 'received' && orders?.some((order) => !isSettled(order))
          ? 'Confirmá abajo de qué compras: lo que corresponde vuelve solo.'
          : isOverdue
            ? `Está demorado: tenía que estar antes del ${formatMoment(answerBy)}.`
            : `Antes del ${formatMoment(answerBy)}.`,
      status: isOver ? 'done' : isProved ? 'now' : 'later',
    },
    {
      title: 'Te vuelve la plata',
      text: isReturning
        ? 'Está en camino: puede demorar unos días según tu banco.'
        : isOver
          ? isProved
            ? 'No vuelve nada: abajo está por qué.'
            : 'Si te corresponde, ya está en camino.'
          : 'Por el medio con que pagaste, con el cargo por servicio.',
      status: isReturning ? 'now' : 'later',
    },
  ]
}

/** The status shown for a code alone: the same with or without a purchase. */
export function regretStatusWords({ state, answerBy }: Pick<Regret, 'state' | 'answerBy'>): string {
  if (state === 'with_person')
    return `Tenía que estar resuelto el ${formatMoment(answerBy)}. Perdón por la demora: te respondemos cuanto antes.`
  const by = formatMoment(answerBy)
  if (state === 'received')
    return `Te mandamos un enlace al mail de la compra: abrilo y confirmá. Si no te llega, te contesta una persona antes del ${by}. Guardá el código.`
  return `Te contestamos por mail. Si no te llegó, escribinos a ${brand.supportMail} con este código.`
}
