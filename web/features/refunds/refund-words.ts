/** What people who give money back read of it. */
import { formatExactCents } from '#contract/exact-money.ts'
import { toCents } from '#contract/money.ts'
import type { RefundDetail, RefundObstacle, RefundRow, RefundSource, RefundState } from '#contract/refunds.ts'
import type { MassRefundState } from '#contract/refunds-mass.ts'
import type { TicketState } from '#contract/tickets.ts'
import { counted } from '#web/lib/numbers.ts'
import type { BadgeTone } from '#web/ui/base/Badge.tsx'

export const refundStates: Readonly<Record<RefundState, { text: string; tone: BadgeTone }>> = {
  requested: { text: 'Pedido', tone: 'celeste' },
  approved: { text: 'Aprobado', tone: 'celeste' },
  processing: { text: 'En camino', tone: 'celeste' },
  completed: { text: 'Devuelto', tone: 'yerba' },
  failed: { text: 'Falló', tone: 'rojo' },
  rejected: { text: 'Sin efecto', tone: 'neutral' },
  external: { text: 'Por fuera', tone: 'neutral' },
}

export const refundSources: Readonly<Record<RefundSource, string>> = {
  buyer_regret: 'Arrepentimiento',
  organizer: 'Pedido del organizador',
  event_cancelled: 'Evento cancelado',
  rescheduled: 'Evento reprogramado',
  god_mass: 'Devolución masiva',
  late_payment: 'Pago fuera de término',
  wrong_payment: 'Pago equivocado',
  chargeback: 'Contracargo',
}

/** What one that is on its way waits for. */
export const refundWaits: Readonly<Record<NonNullable<RefundRow['waitsFor']>, string>> = {
  turn: 'Espera su turno',
  provider: 'Espera la respuesta de Mercado Pago',
  balance: 'Espera saldo en la cuenta de Mercado Pago',
  account: 'Espera que se reconecte la cuenta de Mercado Pago',
}

export const refundSteps: Readonly<Record<RefundDetail['steps'][number]['what'], string>> = {
  requested: 'Se pidió',
  asked: 'Se le pidió a Mercado Pago',
  completed: 'Mercado Pago devolvió la plata',
  failed: 'Mercado Pago la rechazó',
  rejected: 'Quedó sin efecto',
  external: 'Se devolvió por fuera de Previa',
}

/** Why nothing of a ticket can be given back now. */
export const refundObstacles: Readonly<Record<RefundObstacle, string>> = {
  free: 'Gratis: no hay nada que devolver',
  in_person: 'Se vendió en mano: se devuelve en mano',
  refunded: 'Ya se devolvió',
  refunding: 'La plata está en camino',
  disputed: 'El banco de quien pagó resuelve un reclamo',
  too_old: 'Mercado Pago ya no la devuelve: pasaron 180 días',
  used: 'Ya se usó: solo la administración puede devolverla',
  unpaid: 'Sin pagar',
}

export const ticketStates: Readonly<Record<TicketState, { text: string; tone: BadgeTone }>> = {
  valid: { text: 'Válida', tone: 'yerba' },
  used: { text: 'Usada', tone: 'neutral' },
  refunded: { text: 'Devuelta', tone: 'neutral' },
  cancelled: { text: 'Anulada', tone: 'rojo' },
  expired: { text: 'Vencida', tone: 'neutral' },
  suspended: { text: 'Suspendida', tone: 'sol' },
}

export const massRefundStates: Readonly<Record<MassRefundState, { text: string; tone: BadgeTone }>> = {
  preparing: { text: 'Preparando', tone: 'celeste' },
  running: { text: 'En curso', tone: 'celeste' },
  paused: { text: 'En pausa', tone: 'sol' },
  stopping: { text: 'Frenando', tone: 'sol' },
  stopped: { text: 'Frenada', tone: 'rojo' },
  done: { text: 'Terminada', tone: 'yerba' },
}

/** Pesos of the wire, to the centavo. */
export function exactPesos(amount: number): string {
  return formatExactCents(toCents(amount))
}

/** `12 entradas · $216.000` */
export function totalWords({ count, amount }: { readonly count: number; readonly amount: number }): string {
  return count === 0 ? 'Ninguna' : `${counted(count, 'entrada', 'entradas')} · ${exactPesos(amount)}`
}

/** How long something takes, roughly: `menos de un minuto`, `17 minutos`, `2 horas y 5 minutos`. */
export function durationWords(seconds: number): string {
  if (seconds < 60) return 'menos de un minuto'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return counted(minutes, 'minuto', 'minutos')
  const rest = minutes % 60
  const hours = counted(Math.floor(minutes / 60), 'hora', 'horas')
  return rest === 0 ? hours : `${hours} y ${counted(rest, 'minuto', 'minutos')}`
}
