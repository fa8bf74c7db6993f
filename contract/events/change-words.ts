/** A change of an event in words: its label, what was said before and what is said now. */
import { grouped } from '#contract/values/numbers.ts'
import { formatLongDay, formatMoment, fromLocal } from '#contract/values/dates.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import type { ChangedValue, CommercialChange } from './event-changes.ts'

type EventField = CommercialChange['fields'][number]['field']
type TypeField = CommercialChange['ticketTypes'][number]['fields'][number]['field']

/** Fields without a label go along with another: the point on the map with the address. */
const eventLabels: Readonly<Record<EventField, string | null>> = {
  name: 'Nombre',
  description: 'Descripción',
  categoryId: 'Categoría',
  venueName: 'Lugar',
  adress: 'Dirección',
  city: 'Ciudad',
  province: 'Provincia',
  lat: null,
  lng: null,
  dateEvent: 'Fecha',
  startTime: 'Empieza',
  endTime: 'Termina',
  minimumAge: 'Edad mínima',
  forbidsMinors: 'Solo para mayores de esa edad',
  admissionConditions: 'Condiciones de ingreso',
  capacity: 'Capacidad total',
  orderLimit: 'Entradas por compra',
  personLimit: 'Entradas por persona',
  holdMinutes: 'Minutos para pagar',
  absorbsServiceFee: 'El cargo por servicio sale de lo que cobrás',
  acceptsCash: 'Pagos en efectivo',
  allowsTransfers: 'Transferir entradas',
  courtesyLimit: 'Cortesías como máximo',
  isPrivate: 'Evento privado',
}

const typeLabels: Readonly<Record<TypeField, string>> = {
  name: 'Nombre',
  description: 'Descripción',
  price: 'Precio',
  capacity: 'Cantidad',
  visibility: 'Visibilidad',
  saleStartsAt: 'La venta abre',
  saleEndsAt: 'La venta cierra',
  validUntil: 'Sirve para entrar hasta',
  perPersonLimit: 'Máximo por persona',
}

export const actLabels: Readonly<Record<CommercialChange['act'], string>> = {
  update: 'Cambió los datos',
  tickets: 'Cambió las entradas',
  publish: 'Publicó el evento',
  deactivate: 'Pausó el evento',
  'close-sales': 'Cortó la venta',
  'open-sales': 'Abrió la venta',
}

const visibilities: Readonly<Record<string, string>> = {
  visible: 'a la venta',
  hidden: 'oculta',
  courtesy: 'solo para cortesías',
}

export interface ChangeLine {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** `categories` names them; one that is not among them is only numbered. */
export function changeLines(
  { fields, ticketTypes }: Pick<CommercialChange, 'fields' | 'ticketTypes'>,
  categories: readonly { readonly id: number; readonly name: string }[],
): ChangeLine[] {
  const ofEvent = fields.flatMap(({ field, before, after }): ChangeLine[] => {
    const label = eventLabels[field]
    const words = (value: ChangedValue) =>
      field === 'categoryId' ? (categories.find(({ id }) => id === value)?.name ?? '—') : valueWords(field, value)
    return label === null ? [] : [{ label, before: words(before), after: words(after) }]
  })
  const ofTypes = ticketTypes.flatMap((type) =>
    type.fields.map(({ field, before, after }) => ({
      label: `${type.name}: ${typeLabels[field].toLowerCase()}`,
      before: valueWords(field, before),
      after: valueWords(field, after),
    })),
  )
  return [...ofEvent, ...ofTypes]
}

function valueWords(field: EventField | TypeField, value: ChangedValue): string {
  if (value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'number') return field === 'price' ? formatPrice(toCents(value)) : grouped(value)
  if (field === 'dateEvent') return formatLongDay(fromLocal(value, '12:00'))
  if (field === 'visibility') return visibilities[value] ?? value
  return field === 'saleStartsAt' || field === 'saleEndsAt' || field === 'validUntil' ? formatMoment(value) : value
}
