/** What an event waits for now, in words, and where its organizer goes for it. */
import { formatMoment } from '#contract/values/dates.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { counted } from '#web/lib/numbers.ts'

export interface NextStep {
  readonly title: string
  readonly text: string
  readonly leadsTo: 'edit' | 'publish' | 'share' | 'payments' | 'refunds' | null
}

export function nextStep(event: ManagedEvent, canEdit: boolean): NextStep {
  const { state, isExpired, startDate, ticketTypes, isPrivate } = event
  const edit = canEdit ? 'edit' : null
  if (state === 'cancelled') {
    return {
      title: 'Se canceló',
      text: 'No se vende más y nadie entra con sus entradas.',
      leadsTo: null,
    }
  }
  if (state === 'success' || isExpired) {
    return { title: 'Ya pasó', text: 'No se vende más. Podés duplicarlo para hacer otra fecha.', leadsTo: null }
  }
  const cannotSell = !event.canSellPaid && ticketTypes.some(({ price }) => price > 0)
  if (state === 'inactive') {
    return {
      title: 'Está pausado',
      text: 'No se ve ni se vende, y la puerta no deja pasar a nadie. Publicalo cuando quieras seguir.',
      leadsTo: 'publish',
    }
  }
  if (state === 'pending') {
    const missing = [
      ...(startDate ? [] : ['la fecha']),
      ...(ticketTypes.length > 0 ? [] : ['las entradas']),
      ...(event.flyer ? [] : ['el flyer']),
    ]
    const words = missing.length > 1 ? `${missing.slice(0, -1).join(', ')} y ${missing.at(-1)}` : missing.join()
    if (missing.length === 0 && cannotSell && event.areSalesStopped) return unfunded(canEdit)
    if (missing.length === 0 && cannotSell) {
      return {
        title: 'Falta conectar Mercado Pago',
        text: 'Tiene entradas pagas: para publicarlo, tu organización tiene que poder cobrarlas.',
        leadsTo: canEdit ? 'payments' : null,
      }
    }
    return missing.length > 0
      ? { title: `Le falta ${words}`, text: 'Todavía es un borrador: solo lo ve tu organización.', leadsTo: edit }
      : {
          title: 'Listo para publicar',
          text: 'Todavía es un borrador: publicalo para empezar a vender.',
          leadsTo: 'publish',
        }
  }
  if (event.isSaleClosed) {
    return {
      title: 'La venta está cortada',
      text: 'La página y la puerta siguen abiertas, y podés dar cortesías.',
      leadsTo: null,
    }
  }
  if (cannotSell && event.areSalesStopped) return unfunded(canEdit)
  if (cannotSell) {
    return {
      title: 'No vende entradas pagas',
      text: 'Tu organización no puede cobrar ahora. Cuando Mercado Pago esté conectado, la venta sigue sola.',
      leadsTo: canEdit ? 'payments' : null,
    }
  }
  if (!ticketTypes.some(({ availability }) => availability === 'available' || availability === 'last')) {
    const opens = ticketTypes.flatMap(({ availability, saleStartsAt }) =>
      availability === 'soon' && saleStartsAt ? saleStartsAt : [],
    )
    const [first] = opens.sort((a, b) => Date.parse(a) - Date.parse(b))
    return first === undefined
      ? { title: 'No queda nada a la venta', text: 'Está publicado, pero nadie puede comprar ahora.', leadsTo: edit }
      : {
          title: `La venta abre el ${formatMoment(first)}`,
          text: 'Mientras tanto, andá mostrándolo.',
          leadsTo: 'share',
        }
  }
  const kinds = counted(ticketTypes.length, 'tipo de entrada', 'tipos de entrada')
  return {
    title: 'Está a la venta',
    text: isPrivate
      ? `Con ${kinds}. Como es privado, solo lo ven sus invitados.`
      : `Con ${kinds}. Compartilo para vender más.`,
    leadsTo: 'share',
  }
}

const unfunded = (canEdit: boolean): NextStep => ({
  title: 'La venta paga está cerrada',
  text: 'Tu organización tiene reembolsos sin saldo desde hace más de 72 horas. Cargá saldo en la cuenta de Mercado Pago: cuando salgan, vuelve a abrirse sola.',
  leadsTo: canEdit ? 'refunds' : null,
})
