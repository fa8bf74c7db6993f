/** What people who give money back read of it. */
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import type { RefundDetail, RefundObstacle, RefundRow, RefundSource, RefundState } from '#contract/sales/refunds.ts'
import type { MassRefundState } from '#contract/sales/refunds-mass.ts'
import type { TicketState } from '#contract/sales/tickets.ts'
import { counted } from '#web/lib/numbers.ts'
import type { StateLabels } from '#web/features/lists/states.ts'

export const refundStates: StateLabels<RefundState> = {
  requested: { one: 'Pedido', many: 'Pedidos', tone: 'celeste' },
  approved: { one: 'Aprobado', many: 'Aprobados', tone: 'celeste' },
  processing: { one: 'En camino', many: 'En camino', tone: 'celeste' },
  completed: { one: 'Devuelto', many: 'Devueltos', tone: 'yerba' },
  failed: { one: 'Falló', many: 'Fallaron', tone: 'rojo' },
  rejected: { one: 'Sin efecto', many: 'Sin efecto', tone: 'neutral' },
  external: { one: 'Por fuera', many: 'Por fuera', tone: 'neutral' },
}

/** As lists filter them: whatever is on its way is one. */
export const refundFilters = { open: { many: 'En camino' }, ...refundStates }

/** Why it is refunded; in the order of the filter. */
export const refundSources: Readonly<Record<RefundSource, { one: string; many: string; slug: string }>> = {
  organizer: source('Pedido del organizador', 'organizador'),
  buyer_regret: source('Arrepentimiento', 'arrepentimiento'),
  event_cancelled: source('Evento cancelado', 'cancelado'),
  rescheduled: source('Evento reprogramado', 'reprogramado'),
  god_mass: source('Devolución masiva', 'masiva'),
  chargeback: source('Contracargo', 'contracargo'),
  late_payment: source('Pago fuera de término', 'fuera-de-termino'),
  wrong_payment: source('Pago equivocado', 'equivocado'),
}

function source(one: string, slug: string) {
  return { one, many: one, slug }
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

export const ticketStates: StateLabels<TicketState> = {
  valid: { one: 'Válida', many: 'Válidas', tone: 'yerba' },
  used: { one: 'Usada', many: 'Usadas', tone: 'neutral' },
  refunded: { one: 'Devuelta', many: 'Devueltas', tone: 'neutral' },
  cancelled: { one: 'Anulada', many: 'Anuladas', tone: 'rojo' },
  expired: { one: 'Vencida', many: 'Vencidas', tone: 'neutral' },
  suspended: { one: 'Suspendida', many: 'Suspendidas', tone: 'sol' },
}

export const massRefundStates: StateLabels<MassRefundState> = {
  preparing: { one: 'Preparando', many: 'Preparando', tone: 'celeste' },
  running: { one: 'En curso', many: 'En curso', tone: 'celeste' },
  paused: { one: 'En pausa', many: 'En pausa', tone: 'sol' },
  stopping: { one: 'Frenando', many: 'Frenando', tone: 'sol' },
  stopped: { one: 'Frenada', many: 'Frenadas', tone: 'rojo' },
  done: { one: 'Terminada', many: 'Terminadas', tone: 'yerba' },
}

/** `12 entradas · $216.000` */
export function totalWords({ count, amount }: { readonly count: number; readonly amount: number }): string {
  return count === 0 ? 'Ninguna' : `${counted(count, 'entrada', 'entradas')} · ${formatExactMoney(toCents(amount))}`
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
