/** What a person may do with an event besides editing it, and the words that say so before it happens. */
import type { DashboardEvent, ManagedEvent } from '#contract/events/events-managed.ts'
import type { May } from '#web/shell/session/may.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'

export type EventAct = 'publish' | 'deactivate' | 'closeSales' | 'openSales' | 'duplicate' | 'cancel'

/** What an act needs to know of its event. */
export interface ActedEvent {
  readonly id: string
  readonly name: string
  readonly sold: number
  readonly capacity: number
  readonly isPrivate: boolean
}

interface ActWords {
  /** Of the menu. */
  readonly label: string
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly done: string
}

/** The acts that an event in its state offers to a person who may do so. */
export function actsOf(event: Pick<DashboardEvent, 'state' | 'isExpired' | 'isSaleClosed'>, may: May): EventAct[] {
  if (!may.sell) return []
  const canOpen = (event.state === 'pending' || event.state === 'inactive') && !event.isExpired
  return [
    ...(canOpen ? ['publish' as const] : []),
    ...(event.state === 'active' ? ['deactivate' as const] : []),
    ...(event.state === 'active' && !event.isExpired
      ? [event.isSaleClosed ? ('openSales' as const) : ('closeSales' as const)]
      : []),
    ...(may.edit ? ['duplicate' as const] : []),
    ...(may.edit && (event.state === 'active' || event.state === 'inactive') ? ['cancel' as const] : []),
  ]
}

/** The words of an act on an event: what will happen, and to how many. */
export function actWords(act: EventAct, { name, sold, capacity, isPrivate }: ActedEvent): ActWords {
  switch (act) {
    case 'publish':
      return {
        label: 'Publicar',
        title: `¿Publicar «${name}»?`,
        text: `Se abre la venta${capacity > 0 ? ` de ${counted(capacity, 'lugar', 'lugares')}` : ''}${isPrivate ? '. Como es privado, solo lo ven sus invitados.' : ' y su página queda a la vista de todos.'}`,
        confirm: 'Publicar',
        done: 'Publicado: ya está a la venta',
      }
    case 'deactivate':
      return {
        label: 'Pausar',
        title: `¿Pausar «${name}»?`,
        text: `Deja de venderse y de verse${soldStay(sold)}. Podés volver a publicarlo cuando quieras.`,
        confirm: 'Pausar',
        done: 'Pausado: ya no se vende',
      }
    case 'closeSales':
      return {
        label: 'Cortar la venta',
        title: `¿Cortar la venta de «${name}»?`,
        text: 'Nadie más puede comprar. La página y la puerta siguen abiertas, y podés dar cortesías.',
        confirm: 'Cortar la venta',
        done: 'Venta cortada',
      }
    case 'openSales':
      return {
        label: 'Abrir la venta',
        title: `¿Abrir la venta de «${name}»?`,
        text: 'Se puede volver a comprar.',
        confirm: 'Abrir la venta',
        done: 'Venta abierta',
      }
    case 'duplicate':
      return {
        label: 'Duplicar',
        title: `¿Duplicar «${name}»?`,
        text: 'Se crea un borrador con los mismos datos y tipos de entrada, sin fecha y sin ventas. Este evento no cambia.',
        confirm: 'Duplicar',
        done: 'Copia lista: elegile la fecha',
      }
    case 'cancel':
      return {
        label: 'Cancelar evento',
        title: `¿Cancelar «${name}»?`,
        text: 'La venta se corta y no hay vuelta atrás.',
        confirm: 'Cancelar el evento',
        done: 'Cancelado: ya no se vende',
      }
  }
}

function soldStay(sold: number): string {
  if (sold === 0) return ''
  return sold === 1
    ? '. La entrada vendida se conserva, pero la puerta no la deja pasar mientras esté pausado'
    : `. Las ${grouped(sold)} entradas vendidas se conservan, pero la puerta no deja pasar a nadie mientras esté pausado`
}

export function actedFromList({ id, name, sold, capacity, isPrivate }: DashboardEvent): ActedEvent {
  return { id, name, sold, capacity, isPrivate }
}

export function actedFromEditor({ id, name, ticketTypes, capacity, isPrivate }: ManagedEvent): ActedEvent {
  return {
    id,
    name,
    sold: ticketTypes.reduce((sum, type) => sum + type.sold, 0),
    capacity: capacity ?? ticketTypes.reduce((sum, type) => sum + type.capacity, 0),
    isPrivate,
  }
}
